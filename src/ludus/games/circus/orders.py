"""Standing orders of a driver: what can be ordered, and the orders in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludus.core.orders import AnyOf, Field, Form, Number, OneOf, Orders, Rules, Section
from ludus.games.circus.charts import FACTIONS

ASK = "ask"
WAIT = "wait for me"
ANYBODY = "anybody"
MOST_SPEED = 60

SPEEDS = {
    ASK: WAIT,
    "default": "as last time, or the highest now possible",
    "most": "the highest now possible",
    "fixed": "always this number",
    "safe": "what the corner of my lane allows",
}
MOVES = {ASK: WAIT, "ahead": "straight ahead"}
WHIPS = {ASK: WAIT, "never": "never", "straight": "where no throw reaches a corner"}
TAKES = {ASK: WAIT, "none": "take none", "all": "take all"}
CUTS = {ASK: WAIT, "cut": "try to cut it free", "wait": "stand and wait"}
RESTS = {ASK: WAIT, "default": "the usual answer"}
ATTACKS = {"never": "nobody", "some": "only these", ANYBODY: "anybody"}
MEANS = {
    "lash driver": "lash the driver",
    "lash team": "lash the team",
    "ram car": "ram the car",
    "ram horses": "ram the horses",
    "trample driver": "trample a dragged driver",
}
KINDS = {
    "any": "attacks in any way",
    "lash": "lashes",
    "ram": "rams",
    "swerve": "is thrown against me",
    "wreck": "crashes onto me as a wreck",
}
STAKES = {
    "always": "always",
    "wreck": "a wreck or loss is likelier than",
    "harm": "any harm is likelier than",
    "corner": "a corner is near",
    "weak": "my endurance is under",
}
# In the order in which they are tried; where none is possible the chariot holds.
DEFENCES: Mapping[str, tuple[str, ...]] = {
    "hold": (),
    "brake": ("brake",),
    "evade": ("evade out", "evade in"),
    "brake or evade": ("brake", "evade out", "evade in"),
    "evade or brake": ("evade out", "evade in", "brake"),
}
DEFENCE_WORDS = {
    ASK: WAIT,
    "hold": "hold",
    "brake": "brake",
    "evade": "evade",
    "brake or evade": "brake, or else evade",
    "evade or brake": "evade, or else brake",
}


def circus_form(field: int) -> Form:
    """For so many chariots."""
    factions = {faction: faction.capitalize() for faction in FACTIONS[:field]}
    return (
        Section("Speed", SPEED),
        Section("Moving", MOVING),
        Section("Attacking", attacking(factions)),
        Section("Defending", defending(factions)),
        Section("Everything else", REST),
    )


SPEED: tuple[Field, ...] = (
    OneOf(name="speed", title="Write", default="safe", choices=SPEEDS, clause="CM 6.11"),
    Number(
        name="speed_number", title="Speed", default=12, low=0, high=MOST_SPEED, only=("speed", ("fixed",)),
        help="Less where less is the most that may be written.",
    ),
    Number(
        name="strain", title="Strain accepted", default=0, low=0, high=12, unit="points", only=("speed", ("safe",)),
        clause="CM 7.2", help="How far the corner may be taken above its safe speed.",
    ),
)  # fmt: skip

MOVING: tuple[Field, ...] = (
    OneOf(
        name="move", title="Drive", default="ahead", choices=MOVES, clause="CM 11.3b",
        help="Straight ahead goes out of my lane only where it is forced, as the clock's default move does.",
    ),
    OneOf(name="whip", title="Whip the team", default="never", choices=WHIPS, clause="CM 6.52"),
    Number(
        name="whip_keep", title="Keep endurance", default=20, low=0, high=99, only=("whip", ("straight",)),
        help="No whip that could leave less.",
    ),
    OneOf(name="take", title="Factors my lashed team offers", default="none", choices=TAKES, clause="CM 9.41b"),
)  # fmt: skip


def attacking(factions: Mapping[str, str]) -> tuple[Field, ...]:
    fights = ("attack", ("some", ANYBODY))
    return (
        OneOf(
            name="attack", title="Attack", default="never", choices=ATTACKS, clause="CM 9.1a",
            help="Whoever comes within reach while I drive straight ahead.",
        ),
        AnyOf(
            name="targets", title="Whom", default=list(factions), choices=factions, only=("attack", ("some",)),
        ),
        AnyOf(name="means", title="How", default=list(MEANS), choices=MEANS, only=fights, clause="CM 9.21"),
        Number(
            name="chance", title="Only with a chance of harm of at least", default=30, low=0, high=100, unit="%",
            only=fights, help="By the exact odds, if he tries to get away.",
        ),
        OneOf(
            name="odds", title="And my own risk", default="less", only=fights,
            choices={"less": "must be less than his", "any": "may be anything"},
        ),
    )  # fmt: skip


def defending(factions: Mapping[str, str]) -> tuple[Field, ...]:
    rule: tuple[Field, ...] = (
        OneOf(name="against", title="When", default=ANYBODY, choices={ANYBODY: "anybody", **factions}),
        OneOf(name="kind", title="How", default="any", choices=KINDS),
        OneOf(name="stake", title="And", default="wreck", choices=STAKES),
        Number(
            name="percent", title="Percent", default=10, low=0, high=100, unit="%", only=("stake", ("wreck", "harm"))
        ),
        Number(
            name="squares", title="At most", default=6, low=0, high=40, unit="squares ahead",
            only=("stake", ("corner",)),
        ),
        Number(name="endurance", title="Endurance", default=10, low=1, high=99, only=("stake", ("weak",))),
        OneOf(name="do", title="Then", default="evade or brake", choices=DEFENCE_WORDS),
    )  # fmt: skip
    first = {field.name: field.default for field in rule}
    return (
        Rules(
            name="defence", title="Rules", default=[first], fields=rule, clause="CM 9.3",
            help="The first that fits counts. Where nothing of what it orders is possible, the chariot holds.",
        ),
        OneOf(name="otherwise", title="Otherwise", default="hold", choices=DEFENCE_WORDS),
    )  # fmt: skip


REST: tuple[Field, ...] = (
    OneOf(name="cut", title="A dead horse", default="cut", choices=CUTS, clause="CM 9.53a"),
    OneOf(
        name="rest", title="Wrecks to jump, hurt horses, men on the sand", default="default", choices=RESTS,
        help="The usual answer is the one that the clock would give.",
    ),
)  # fmt: skip


# -- in plain words ------------------------------------------------------------------------------------


def in_words(orders: Orders) -> list[str]:
    return [
        f"My speed: {_speed(orders)}.",
        f"Driving: {_drive(orders)}.",
        f"Whip: {_whip(orders)}.",
        f"When my lashed team offers factors: {TAKES[orders['take']]}.",
        f"Attacks: {_attack(orders)}.",
        *(f"When {_case(rule)}: {_defence(rule['do'])}." for rule in orders["defence"]),
        f"{'Against every other attack' if orders['defence'] else 'Against any attack'}: "
        f"{_defence(orders['otherwise'])}.",
        f"A dead horse in harness: {CUTS[orders['cut']]}.",
        f"Wrecks to jump, hurt horses, men on the sand: {RESTS[orders['rest']]}.",
        "Preparation points, and whatever is not named here: wait for me.",
    ]


def _speed(orders: Orders) -> str:
    if orders["speed"] == "fixed":
        return f"always {orders['speed_number']}, or the highest now possible if that is less"
    if orders["speed"] == "safe":
        strain = orders["strain"]
        if not strain:
            return "the highest at which my move strains no corner in my lane"
        return f"the highest at which no corner in my lane is strained by more than {strain}"
    return SPEEDS[orders["speed"]]


def _drive(orders: Orders) -> str:
    return f"{MOVES['ahead']}, out of my lane only where it is forced" if orders["move"] == "ahead" else WAIT


def _whip(orders: Orders) -> str:
    if orders["whip"] == "straight":
        return f"{WHIPS['straight']}, nor leaves me less than {orders['whip_keep']} endurance"
    return WHIPS[orders["whip"]]


def _attack(orders: Orders) -> str:
    if orders["attack"] == "never":
        return "none"
    whom = "anybody" if orders["attack"] == ANYBODY else listed([each.capitalize() for each in orders["targets"]])
    means = listed([MEANS[each] for each in orders["means"]])
    less = ", and my own risk is less than his" if orders["odds"] == "less" else ""
    return f"{whom} within reach ({means}), when the chance to harm him is at least {orders['chance']}%{less}"


def _case(rule: Mapping[str, Any]) -> str:
    who = "anybody" if rule["against"] == ANYBODY else rule["against"].capitalize()
    case = f"{who} {KINDS[rule['kind']]}"
    if rule["stake"] == "wreck":
        return f"{case} and a wreck or loss (of a horse or the driver) is likelier than {rule['percent']}% if I hold"
    if rule["stake"] == "harm":
        return f"{case} and any harm is likelier than {rule['percent']}% if I hold"
    if rule["stake"] == "corner":
        near = f"at most {rule['squares']} squares ahead" if rule["squares"] else "under me"
        return f"{case} and a corner is {near}"
    return f"{case} and my endurance is under {rule['endurance']}" if rule["stake"] == "weak" else case


def _defence(do: str) -> str:
    if do in (ASK, "hold"):
        return DEFENCE_WORDS[do]
    return f"{DEFENCE_WORDS[do]}; if that is not possible, hold"


def listed(words: Sequence[str]) -> str:
    """
    >>> listed(["lash the driver", "ram the car"])
    'lash the driver or ram the car'
    """
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
