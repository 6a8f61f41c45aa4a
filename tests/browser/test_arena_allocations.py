"""Allocations: by clicks and by keys; limits hold, and the odds are the engine's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_arena_orders import answers_of, expect_sent, explained, sit_down

pytestmark = pytest.mark.browser


def share(page: Page, label: str) -> Locator:
    return page.get_by_role("slider", name=label, exact=True)


def upper_edge(drawn: Locator) -> float:
    found = drawn.bounding_box()
    assert found
    return found["y"]


def lower_edge(drawn: Locator) -> float:
    found = drawn.bounding_box()
    assert found
    return found["y"] + found["height"]


def at_table(visitor: Visitor) -> Page:
    sit_down(visitor, scenario="first-blood")
    visitor.page.get_by_role("button", name="Clear").click()
    return visitor.page


def test_factors_are_shared_out_by_clicks_and_no_limit_can_be_broken(visit: Visit) -> None:
    ann = visit()
    sent = answers_of(ann)
    page = at_table(ann)
    purse, head = page.locator(".purse"), page.locator("[data-area=head]")
    expect(purse).to_have_text("10 of 10 left")
    for points in (1, 2, 3, 4, 5, 0, 1):  # half of ten; then from the beginning
        head.click()
        expect(share(page, "Strike at Priscus's head")).to_have_value(str(points))
    head.click(button="right")
    expect(share(page, "Strike at Priscus's head")).to_have_value("0")
    for _ in range(4):
        page.get_by_role("button", name="More: Strike at Priscus's legs").click()
    share(page, "Strike at Priscus's chest").fill("5")
    expect(purse).to_have_text("1 of 10 left")
    page.locator("[data-side=guard]").click()
    share(page, "Guard your head").fill("10")
    expect(share(page, "Guard your head")).to_have_value("1")  # there is no more
    expect(purse).to_have_text("0 of 10 left")
    expect(page.get_by_role("button", name="More: Guard your chest")).to_be_disabled()
    page.get_by_role("button", name="Strike with 9, guard with 1").click()
    expect_sent(page)
    assert sent == [[0, 5, 0, 0, 4, 1, 0, 0, 0, 0, 0]]


def test_on_a_low_screen_the_rest_of_the_desk_is_announced_and_reached(visit: Visit) -> None:
    page = at_table(visit(width=1280, height=720))
    send, legs = page.locator(".send"), share(page, "Strike at Priscus's legs")
    expect(send).to_have_class(re.compile("more"))
    legs.focus()  # and it is not under the button
    assert lower_edge(legs) <= upper_edge(send)
    page.locator(".decision .now").evaluate("desk => desk.scrollTo(0, desk.scrollHeight)")
    expect(send).not_to_have_class(re.compile("more"))
    assert lower_edge(page.locator("[data-odds]")) <= upper_edge(send)


def test_factors_are_shared_out_by_keys(visit: Visit) -> None:
    ann = visit()
    sent = answers_of(ann)
    page = at_table(ann)
    for key in ("a", "ArrowDown", "9"):  # the chest, as many as may be
        page.keyboard.press(key)
    expect(share(page, "Strike at Priscus's chest")).to_have_value("5")
    page.keyboard.press("-")
    for key in ("d", "ArrowDown", "ArrowDown", "3", "ArrowUp", "ArrowUp", "2", "+"):
        page.keyboard.press(key)
    expect(share(page, "Guard your head")).to_have_value("3")
    expect(page.locator(".purse")).to_have_text("0 of 10 left")
    page.keyboard.press("Enter")
    expect_sent(page)
    assert sent == [[0, 4, 0, 0, 0, 3, 0, 3, 0, 0, 0]]


def percents(row: list[int]) -> list[str]:
    """Wound and death, as the page writes them."""

    def shown(part: int) -> str:
        return "<1 %" if 0 < part < 100 else f"{int(part / 100 + 0.5)} %"

    return [shown(row[4] + row[5]), shown(row[5])]


def test_the_odds_beside_a_blow_are_the_engines_for_what_he_may_guard_with(visit: Visit) -> None:
    ann = visit()
    page = at_table(ann)
    told = explained("first-blood")
    for area, points, guard in (("chest", 4, 0), ("chest", 4, 2), ("legs", 5, 3), ("head", 1, 0)):
        share(page, f"Strike at Priscus's {area}").fill(str(points))
        page.get_by_role("slider", name="If he guards it with").fill(str(guard))
        row = told[f"attack {area}", points]["odds"][guard]
        expect(page.locator(f"[data-row={area}] .odds")).to_have_text(percents(row))
        page.get_by_role("button", name="Clear").click()
    page.locator("[data-side=guard]").click()
    for area, points, strength in (("chest", 0, 5), ("groin", 3, 5), ("arms", 2, 2)):
        share(page, f"Guard your {area}").fill(str(points))
        page.get_by_role("slider", name="If Priscus strikes it with").fill(str(strength))
        row = told[f"defend {area}", points]["odds"][strength]
        expect(page.locator(f"[data-row={area}] .odds")).to_have_text(percents(row))


def test_ready_made_allocations_are_legal_and_the_last_one_comes_again(visit: Visit) -> None:
    ann = visit()
    page = at_table(ann)
    for plan, words in (
        ("all-out", "Strike with 10, guard with 0"),
        ("balanced", "Strike with 5"),
        ("guard", "guard with 10"),
    ):
        page.locator(f"[data-plan={plan}]").click()
        expect(ann.default).to_contain_text(words)
        expect(page.locator(".purse")).to_have_text("0 of 10 left")
    expect(page.locator("[data-plan=last]")).to_have_count(0)
    page.locator("[data-plan=all-out]").click()
    given = ann.page.locator("[data-side=strike] small").inner_text()
    ann.default.click()
    expect_sent(page)
    page.get_by_role("button", name="Take back").click()
    ann.wait_for_question()
    page.locator("[data-plan=guard]").click()
    page.locator("[data-plan=last]").click()
    expect(page.locator("[data-side=strike] small")).to_have_text(given)


def test_a_man_beset_by_two_strikes_five_times_at_most(visit: Visit, tmp_path: Path) -> None:
    house = House(tmp_path, Path(__file__).parent / "scenarios")
    house.start()
    try:
        ann = visit(at=house)
        sent = answers_of(ann)
        seats = [{"kind": "human", "name": name} for name in ("Ann", "Ben", "Cid")]
        ann.sit_down(house.ask("/api/matches", {"game": "gladiator", "scenario": "beset", "seats": seats}), 0)
        ann.wait_for_question()
        page = ann.page
        page.get_by_role("button", name="Clear").click()
        for foe, areas in (("Priscus", ("head", "chest", "groin")), ("Flamma", ("arms", "legs", "head"))):
            page.get_by_role("button", name=f"Strike {foe}").click()
            for area in areas:
                share(page, f"Strike at {foe}'s {area}").fill("1")
        expect(page.locator("[data-side=strike] small")).to_have_text(["head 1, chest 1, groin 1", "arms 1, legs 1"])
        expect(page.get_by_role("button", name="More: Strike at Flamma's head")).to_be_disabled()
        page.locator("[data-side=guard]").click()
        share(page, "Guard your legs").fill("9")
        ann.default.click()
        expect(page.locator(".decision h2")).to_contain_text("Waiting for Ben and Cid")
        assert sent == [[1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 5, 0]]
    finally:
        house.stop()


def test_the_order_of_blows_by_buttons_keys_and_dragging(visit: Visit) -> None:
    ann, ben = visit(), visit()
    made = sit_down(ann, scenario="first-blood")
    ben.sit_down(made, 1)
    ben.wait_for_question()
    ben.page.locator("[data-plan=guard]").click()
    ben.default.click()
    sent = answers_of(ann)
    ann.page.reload()
    ann.wait_for_question()
    page = ann.page
    page.get_by_role("button", name="Clear").click()
    for area in ("head", "chest", "legs"):
        share(page, f"Strike at Priscus's {area}").fill("3")
    ann.default.click()
    expect(page.locator(".decision h2")).to_have_text("In which order does Verus make his attacks?")
    blows = page.get_by_role("list", name="The blows in their order").locator(".blow")
    expect(blows).to_have_text([re.compile("head"), re.compile("chest"), re.compile("legs")])
    page.get_by_role("button", name="head later").click()
    expect(blows.first).to_have_text(re.compile("chest"))
    page.locator("[data-blow=legs]").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(blows).to_have_text([re.compile("legs"), re.compile("chest"), re.compile("head")])
    page.locator("[data-blow=head]").drag_to(page.locator("[data-blow=chest]"))
    expect(blows).to_have_text([re.compile("legs"), re.compile("head"), re.compile("chest")])
    expect(page.locator(".sub")).to_have_text([re.compile("I$"), re.compile("III$"), re.compile("V$")])
    ann.default.click()
    # He only guards himself, and is asked all the same: nobody learns how many attacks are planned.
    ben.wait_for_question()
    expect(ben.default).to_have_text(re.compile("Ready: no attack"))
    ben.default.click()
    expect(ann.log).to_contain_text("Verus strikes at Priscus's legs")
    assert sent[-1] == "legs, head, chest"
