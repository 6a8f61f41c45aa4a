"""Two friends and a bot play two race days: one drives, the other lets his driver drive, and the server dies twice."""

from __future__ import annotations

import contextlib

import pytest
from playwright.sync_api import Error, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_forum import RACE_WAIT, SOON, make_season
from tests.conformance.kit import SHORT_CIRCUS

pytestmark = pytest.mark.browser

MOST = 600  # answers that a race day may take


def answer_if_asked(visitor: Visitor) -> bool:
    """As usual, where there is a question; it may be gone by the time it is answered."""
    if not visitor.default.count():
        return False
    with contextlib.suppress(Error):
        visitor.default.click(timeout=SOON)
    return True


def answer_both(one: Visitor, other: Visitor) -> int:
    """Whoever is asked answers; a moment of patience where nobody is."""
    answered = answer_if_asked(one) + answer_if_asked(other)
    if not answered:
        one.page.wait_for_timeout(50)
    return answered


def go_to_the_circus(ann: Visitor, bob: Visitor) -> None:
    """Both play on in the forum until the race is on, and go there."""
    banners = [visitor.page.locator("section.contest.now") for visitor in (ann, bob)]
    for _ in range(MOST):
        if all(banner.count() for banner in banners):
            break
        answer_both(ann, bob)
    for banner in banners:
        banner.get_by_role("link", name="To the circus").click()


def race(ann: Visitor, bob: Visitor, house: House, *, dies_after: int | None = None) -> None:
    """To the end of the race; the server dies once after so many answers, without a warning."""
    answered = 0
    for _ in range(20 * MOST):
        if ann.result.is_visible():
            break
        answered += answer_both(ann, bob)
        if dies_after is not None and answered >= dies_after:
            dies_after = None
            house.die()
            house.start()
    ann.result.wait_for(timeout=RACE_WAIT)


@pytest.mark.slow
def test_two_race_days_of_two_friends(visit: Visit, own_house: House) -> None:
    house = own_house
    made = make_season(house, "Ann", "Bob", "bot", races=2, race_options={"track": SHORT_CIRCUS})
    ann, bob = visit(house), visit(house, width=390, height=844)
    for seat, visitor in enumerate((ann, bob)):
        visitor.sit_down(made, seat)
    bob.page.get_by_role("tab", name="Forum").click()
    for day in (1, 2):
        go_to_the_circus(ann, bob)
        if day == 1:
            bob.page.get_by_role("link", name="The forum").click()
            bob.page.locator("section.contest.now").get_by_role("radio", name="My driver drives").click()
            bob.page.locator("section.contest.now").get_by_role("link", name="To the circus").click()
        race(ann, bob, house, dies_after=20 if day == 1 else None)
        for visitor in (ann, bob):
            visitor.result.get_by_role("link", name="Back to the forum").click()
        if day == 1:
            expect(ann.page.locator(".calendar li.run")).to_have_count(1)
            house.die()
            house.start()
    for visitor in (ann, bob):
        expect(visitor.page.get_by_role("heading", name="The season is over")).to_be_visible()
    proof = house.ask(f"/api/matches/{made['match']['id']}/record")
    assert len(proof["contests"]) == 2
