"""Standing orders of a gladiator's player: what can be ordered, and the orders in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.core.fields import AnyOf, Field, Number, OneOf, Rules, Section
from ludus.core.standing_orders import OrderForm, Orders
from ludus.games.gladiator.charts import AREAS
from ludus.games.gladiator.counts import counted

ASK = "ask"
WAIT = "wait for me"
MOST_FACTORS = 30

CASES = {
    "always": "in any case",
    "front": "he is before me, within my reach",
    "behind": "he stands beside or behind me",
    "down": "he is on the ground",
    "netted": "he is in a net",
    "stronger": "he has more factors than I",
    "hurt": "I have few factors left",
    "armed-net": "he has a net in his hand",
    "net": "I have my net in my hand",
}
BLOW_CASES = {
    "always": "in any case",
    "unanswered": "he cannot strike back",
    "place": "my place is worth much",
    "down": "he is on the ground",
    "stronger": "he has more factors than I",
    "hurt": "I have few factors left",
}
MOVES = {
    ASK: WAIT,
    "hold": "no move",
    "face": "stand and turn to him",
    "close": "close in, face to him",
    "circle": "work round to his weak side",
    "away": "keep away, face to him",
    "charge": "charge if he is three hexes ahead, else close in",
    "repel": "stand and watch for the net, (RN)",
}
NETS = {ASK: WAIT, "keep": "keep it in my hand", "toss": "toss it where it is likely to catch", "drop": "drop it"}
GROUND = {ASK: WAIT, "rise": "get up on one knee, face to him", "roll": "roll away from him", "lie": "lie still"}
STRAINS = {"never": "never", "rise": "only to get up"}
FETCH = {ASK: WAIT, "fetch": "fetch the nearest", "leave": "keep away"}
AIMS = {
    "bare": "where his armour is thinnest",
    "wounded": "where he has most wounds",
    "these": "these, one after the other",
}
GUARDS = {
    "even": "all of me alike",
    "bare": "where my armour is thinnest",
    "wounded": "where I have most wounds",
    "these": "these, one after the other",
}
WHOM = {"nearest": "the nearest", "weakest": "the one with the fewest factors"}
STRUGGLES = {ASK: WAIT, "all": "all I have", "enough": "what frees me nine times in ten", "none": "nothing"}
DRAGS = {ASK: WAIT, "pull": "all but one factor, if the chance is good", "none": "do not pull"}
APPEALS = {ASK: WAIT, "allow": "let the crowd decide", "refuse": "fight on and kill him"}
THROWS = {ASK: WAIT, "none": "throw nothing"}
DRAWS = {
    ASK: WAIT,
    "never": "fight on",
    "late": "call it a draw from a turn on",
    "weaker": "call it a draw when weaker",
}
RESTS = {ASK: WAIT, "default": "the usual answer"}
BODY = {area: f"the {area}" for area in AREAS}


def arena_form(seats: int) -> OrderForm:
    """For a duel; in a team one may also say whom."""
    return (
        Section("Moving", MOVING),
        Section("Striking and guarding", BLOWS if seats == 2 else (*BLOWS, TARGET)),
        Section("The net", NET),
        Section("Everything else", REST),
    )


def _rules(name: str, last: Field, cases: Mapping[str, str], default: list[dict[str, Any]], clause: str) -> Rules:
    fields: tuple[Field, ...] = (
        OneOf(name="when", title="When", default="always", choices=cases),
        Number(
            name="factors", title="At most", default=4, low=0, high=MOST_FACTORS, unit="factors",
            only=("when", ("hurt",)),
        ),
    )  # fmt: skip
    if "place" in cases:
        worth = Number(
            name="worth", title="At least", default=4, low=1, high=20, unit="factors", only=("when", ("place",))
        )
        fields = (*fields, worth)
    whole = [{field.name: rule.get(field.name, field.default) for field in (*fields, last)} for rule in default]
    return Rules(
        name=name, title="Rules", default=whole, fields=(*fields, last), clause=clause,
        help="The first that fits counts. He is always the nearest who is awake.",
    )  # fmt: skip


MOVING: tuple[Field, ...] = (
    _rules(
        "moves",
        OneOf(name="do", title="Then", default="close", choices=MOVES),
        CASES,
        [{"when": "down", "do": "close"}, {"when": "hurt", "factors": 3, "do": "away"}],
        "GL 6.2",
    ),
    OneOf(name="move", title="Otherwise", default="circle", choices=MOVES, clause="GL 6.2"),
    OneOf(name="ground", title="When I am on the ground", default="rise", choices=GROUND, clause="GL 13.1"),
    OneOf(
        name="strain", title="Overexert myself", default="never", choices=STRAINS, clause="GL 16.4",
        help="A move beyond my allowance; it costs two moves of the next turn.",
    ),
    OneOf(name="fetch", title="When I have lost my weapon", default="fetch", choices=FETCH, clause="GL 12.6a"),
)  # fmt: skip

BLOWS: tuple[Field, ...] = (
    _rules(
        "shares",
        Number(name="share", title="Then strike with", default=50, low=0, high=100, unit="% of my factors"),
        BLOW_CASES,
        [{"when": "unanswered", "share": 100}, {"when": "hurt", "factors": 3, "share": 20}],
        "GL 8.3",
    ),
    Number(
        name="share", title="Otherwise strike with", default=50, low=0, high=100, unit="% of my factors",
        clause="GL 8.3", help="The rest guards me. No attack takes more than half (GL 8.31a).",
    ),
    Number(name="blows", title="In so many attacks", default=2, low=1, high=5, clause="GL 8.42"),
    OneOf(name="aim", title="Strike at", default="bare", choices=AIMS, clause="GL 8.31a"),
    AnyOf(name="aims", title="Which", default=["chest", "legs"], choices=BODY, only=("aim", ("these",))),
    OneOf(name="guard", title="Guard", default="bare", choices=GUARDS, clause="GL 8.32"),
    AnyOf(name="guards", title="Which", default=["head", "chest"], choices=BODY, only=("guard", ("these",))),
)  # fmt: skip

TARGET = OneOf(name="whom", title="Of several, strike at", default="weakest", choices=WHOM, clause="GL 20.2")

NET: tuple[Field, ...] = (
    OneOf(name="net", title="My net", default="toss", choices=NETS, clause="GL 17.3"),
    Number(
        name="catch", title="Chance to catch at least", default=40, low=1, high=100, unit="%", only=("net", ("toss",)),
        help="If he stays where he is. Until then I move as ordered above.",
    ),
    OneOf(name="struggle", title="In his net, struggle with", default="enough", choices=STRUGGLES, clause="GL 17.351a"),
    OneOf(name="drag", title="With him in mine", default="pull", choices=DRAGS, clause="GL 17.352"),
    Number(name="pull", title="Chance at least", default=30, low=1, high=100, unit="%", only=("drag", ("pull",))),
)  # fmt: skip

REST: tuple[Field, ...] = (
    OneOf(name="appeal", title="A fallen foe who appeals", default="allow", choices=APPEALS, clause="GL 19.24b"),
    OneOf(name="throw", title="After the blows", default="none", choices=THROWS, clause="GL 12.5"),
    OneOf(name="draw", title="Asked for a draw", default="never", choices=DRAWS, clause="GL 4-stalemate"),
    Number(name="draw_turn", title="From turn", default=20, low=1, high=99, only=("draw", ("late",))),
    OneOf(
        name="rest", title="Ruined shields, torn nets, phases crossed out", default="default", choices=RESTS,
        help="The usual answer is the one that the clock would give.",
    ),
)  # fmt: skip


# -- in plain words ------------------------------------------------------------------------------------


def orders_in_words(orders: Orders) -> list[str]:
    moves, shares = orders["moves"], orders["shares"]
    return [
        *(f"When {_case(rule, CASES)}: {MOVES[rule['do']]}." for rule in moves),
        f"{'Else' if moves else 'Always'}: {MOVES[orders['move']]}.",
        f"When I am on the ground: {GROUND[orders['ground']]}. Overexertion: {STRAINS[orders['strain']]}.",
        f"When I have lost my weapon: {FETCH[orders['fetch']]}.",
        *(f"When {_case(rule, BLOW_CASES)}: {_share(rule['share'])}." for rule in shares),
        f"{'Else' if shares else 'Always'}: {_share(orders['share'])}.",
        f"I strike {_aims(orders)}, the heaviest blow first{_whom(orders)}; I guard {_guards(orders)}.",
        f"My net: {_net(orders)}. In his net I struggle with {_struggle(orders)}. With him in mine: {_drag(orders)}.",
        f"A fallen foe who appeals: {APPEALS[orders['appeal']]}. After the blows: {THROWS[orders['throw']]}.",
        f"Asked for a draw: {_draw(orders)}.",
        f"Ruined shields, torn nets, phases crossed out: {RESTS[orders['rest']]}.",
        "What kind of man I send in: wait for me.",
    ]


def _case(rule: Mapping[str, Any], cases: Mapping[str, str]) -> str:
    if rule["when"] == "hurt":
        return f"I have at most {counted(rule['factors'], 'factor')} left"
    if rule["when"] == "place":
        return f"my place is worth at least {counted(rule['worth'], 'factor')}"
    return cases[rule["when"]] if rule["when"] != "always" else "I am asked"


def _share(percent: int) -> str:
    if percent in (0, 100):
        return "strike with nothing, guard with all" if percent == 0 else "strike with all I may, guard with the rest"
    return f"strike with {percent}% of my factors, guard with the rest"


def _aims(orders: Orders) -> str:
    places = _listed(orders["aims"]) if orders["aim"] == "these" else AIMS[orders["aim"]]
    return f"in {counted(orders['blows'], 'attack')}: {places}"


def _whom(orders: Orders) -> str:
    return f", of several men {WHOM[orders['whom']]}" if "whom" in orders else ""


def _guards(orders: Orders) -> str:
    return _listed(orders["guards"]) if orders["guard"] == "these" else GUARDS[orders["guard"]]


def _listed(areas: list[str]) -> str:
    return ", then ".join(f"the {area}" for area in areas)


def _net(orders: Orders) -> str:
    if orders["net"] == "toss":
        return f"toss it when the chance to catch him where he stands is at least {orders['catch']}%"
    return NETS[orders["net"]]


def _struggle(orders: Orders) -> str:
    return STRUGGLES[orders["struggle"]] if orders["struggle"] != ASK else f"what I say ({WAIT})"


def _drag(orders: Orders) -> str:
    if orders["drag"] == "pull":
        return f"pull with all but one factor, if the chance is at least {orders['pull']}%"
    return DRAGS[orders["drag"]]


def _draw(orders: Orders) -> str:
    return f"call it a draw from turn {orders['draw_turn']} on" if orders["draw"] == "late" else DRAWS[orders["draw"]]
