"""What is said at the terminal: to the person there as "you"."""

from __future__ import annotations

import re
from collections.abc import Sequence

YOU = "You"  # the name of a person who has given none

IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do"}
HISSING = re.compile(r"(ss|sh|ch|x|z|o)es$")
SUBJECT = re.compile(rf"(^|[.;:!?] ){YOU} ([a-z]+)\b([^.;]*)")
OWNED = re.compile(rf"\b(the) ((?:[\w-]+ ){{0,2}}[\w-]+) of {YOU}\b", re.IGNORECASE)
AFTERWARDS = {" and has ": " and have ", " he ": " you ", " his ": " your "}  # of the subject, in the same sentence


def to_you(text: str, names: Sequence[str]) -> str:
    """The same sentence, said to who is called "You" in it.

    >>> to_you("You owes 300s now and has 20s: he must sell.", ["You", "Cato"])
    'You owe 300s now and have 20s: you must sell.'
    >>> to_you("Cato pays You 40s. There is no room for the second chariot of You.", ["You", "Cato"])
    'Cato pays you 40s. There is no room for your second chariot.'
    """
    if YOU not in names:
        return text
    text = SUBJECT.sub(_agreeing, text)
    text = OWNED.sub(lambda found: f"{'Your' if found[1][0] == 'T' else 'your'} {found[2]}", text)
    text = re.sub(rf"\b{YOU}'s\b", "your", re.sub(rf"\bof {YOU}\b", "of yours", text))
    text = re.sub(rf"\b{YOU}\b", "you", text)
    return re.sub(r"(^|[.!?] )(y)(?=ours?\b|ou\b)", lambda start: f"{start[1]}Y", text)


def _agreeing(found: re.Match[str]) -> str:
    begins, verb, rest = found.groups()
    for his, yours in AFTERWARDS.items():
        rest = rest.replace(his, yours)
    return f"{begins}{YOU} {second_person(verb)}{rest}"


def second_person(verb: str) -> str:
    """
    >>> [second_person(verb) for verb in ("bids", "goes", "carries", "passes", "is", "will", "pass")]
    ['bid', 'go', 'carry', 'pass', 'are', 'will', 'pass']
    """
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if HISSING.search(verb):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
