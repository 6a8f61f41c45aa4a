"""Make the README's pictures anew: `python -m tests.browser.pictures [NAME...]` (with the client built)."""

from __future__ import annotations

import contextlib
import re
import struct
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, sync_playwright
from tools import chromium

from tests.browser.house import House, Visitor

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SCENARIOS = Path(__file__).parent / "scenarios"
MOST_BYTES = 400_000
COLOURS = 256
CHOICE = ".answer.fair[data-choice^=in], .answer.fair[data-choice^=out], .answer.good[data-choice^=in]"
AT_A_CORNER = re.compile(r"The corner begins in [1-4]\.")
Colour = tuple[int, int, int]


def main() -> None:
    """All of them, or those whose names are given."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or PICTURES
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data), SCENARIOS)
        house.start()
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        try:
            for name in wanted:
                take, window = PICTURES[name]
                take(browser, house, name, **window)
        finally:
            browser.close()
            house.stop()


def take_light_race(browser: Browser, house: House, name: str, **window: Any) -> None:
    """A race of six in its fourth round, at a choice of lanes that costs little."""
    for _ in range(20):
        visitor = Visitor(browser, house, **window)
        visitor.sit_down(house.make_match("human", *["auriga"] * 5))
        visitor.page.get_by_role("button", name="no more hints").click()
        if drive_to_a_choice(visitor):
            visitor.page.get_by_role("button", name="Pace: off").click()
            visitor.page.locator(CHOICE).first.hover()
            keep(visitor, name)
            return
        visitor.close()
    raise SystemExit(f"no race was worth a picture for {name}")


def take_storm(browser: Browser, house: House, name: str, **window: Any) -> None:
    """Rain and mud, with a rival beside and one ahead."""
    take_attack(Visitor(browser, house, **window), "storm", ["auriga"] * 3, name)


def take_epic(browser: Browser, house: House, name: str, **window: Any) -> None:
    """Sixteen chariots in rain and mud before a corner, with wrecks, a carcass, a dead horse and a man on foot."""
    take_attack(Visitor(browser, house, **window), "epic-mud", ["random"] * 7, name)


def take_attack(visitor: Visitor, scenario: str, rivals: list[str], name: str) -> None:
    """A race in which an attack is thought over."""
    seats = [{"kind": "human", "name": "Livia"}, *({"kind": "bot", "bot": bot} for bot in rivals)]
    visitor.sit_down(visitor.house.ask("/api/matches", {"game": "circus", "scenario": scenario, "seats": seats}))
    visitor.page.get_by_role("button", name="no more hints").click()
    visitor.page.locator(".answers [data-choice=no]").click()
    visitor.wait_for_question()
    visitor.page.locator(".answers [data-choice^=knife], .answers [data-choice^=ram]").first.hover()
    keep(visitor, name)


def take_bets(browser: Browser, house: House, name: str, **window: Any) -> None:
    """The envelope is sealed, and sixteen chariots can be backed."""
    visitor = Visitor(browser, house, **window)
    page = visitor.page
    seats = [{"kind": "human", "name": "Livia"}, *[{"kind": "bot", "bot": "random"}] * 7]
    visitor.sit_down(house.ask("/api/matches", {"game": "circus", "ruleset": "patrons", "seats": seats}))
    page.get_by_role("button", name="no more hints").click()
    for _ in range(20):
        visitor.wait_for_question()
        if page.get_by_label("Against", exact=True).count():
            page.get_by_label("Against", exact=True).select_option(index=2)
            page.get_by_label("Bribe its driver with", exact=True).fill("1200")
        if page.get_by_role("group", name="On your own").count():
            own = page.get_by_role("group", name="On your own").get_by_role("spinbutton")
            own.nth(0).fill("600")
            page.get_by_role("group", name="On others").get_by_role("spinbutton").nth(1).fill("400")
            keep(visitor, name)
            return
        visitor.default.click()
        visitor.settled()
    raise SystemExit(f"nobody asked for bets for {name}")


def keep(visitor: Visitor, name: str) -> None:
    visitor.page.wait_for_timeout(800)
    picture = with_fewer_colours(visitor.page.screenshot())
    assert len(picture) < MOST_BYTES, f"{name} has {len(picture)} bytes"
    (IMAGES / name).write_bytes(picture)
    print(f"{name}: {len(picture)} bytes")
    visitor.close()


def take_circus(browser: Browser, house: House, name: str, **window: Any) -> None:
    """A race of eight at a corner, at the question for a speed that strains a little."""
    for _ in range(20):
        visitor = Visitor(browser, house, **window)
        seats = [{"kind": "human"}, *({"kind": "bot", "bot": "auriga"} for _ in range(7))]
        visitor.sit_down(house.ask("/api/matches", {"game": "circus", "seats": seats}))
        visitor.page.get_by_role("button", name="no more hints").click()
        for _ in range(30):
            if not visitor.is_asked():
                break
            if visitor.page.get_by_text(AT_A_CORNER).count():
                keep(visitor, name)
                return
            visitor.default.click()
            visitor.settled()
        visitor.close()
    raise SystemExit(f"no race was worth a picture for {name}")


def drive_to_a_choice(visitor: Visitor) -> bool:
    for turns in range(60):
        if not visitor.is_asked():
            return False
        answers = visitor.page.locator(CHOICE).count()
        if turns > 12 and answers and visitor.page.locator("[data-chariot]").count() >= 5:
            return "change lanes" in visitor.question()
        visitor.answer_carefully()
        visitor.settled()
    return False


def take_duel(browser: Browser, house: House, name: str, **window: Any) -> None:
    """Two men close to each other, some blood on both, at the question what to strike and what to guard."""
    for _ in range(30):
        visitor = Visitor(browser, house, **window)
        seats = [{"kind": "human"}, {"kind": "bot", "bot": "veteranus"}]
        options = {"types": ["medium", "retiarius"], "throws": False}
        visitor.sit_down(house.ask("/api/matches", {"game": "gladiator", "seats": seats, "options": options}))
        visitor.page.get_by_role("button", name="no more hints").click()
        for _ in range(24):
            if not visitor.is_asked():
                break
            if "Share out" in visitor.question() and visitor.page.locator("span.wounds").count() > 1:
                keep(visitor, name)
                return
            visitor.default.click()
            visitor.settled()
        visitor.close()
    raise SystemExit(f"no duel was worth a picture for {name}")


def take_plot(browser: Browser, house: House, name: str, **window: Any) -> None:
    """An order in the making: a step to the side, and who could reach it."""
    visitor = Visitor(browser, house, **window)
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "veteranus"}]
    options = {"types": ["medium", "retiarius"], "throws": False}
    visitor.sit_down(house.ask("/api/matches", {"game": "gladiator", "seats": seats, "options": options}))
    visitor.page.get_by_role("button", name="no more hints").click()
    visitor.wait_for_question()
    visitor.page.keyboard.press("e")
    keep(visitor, name)


def take_crowd(browser: Browser, house: House, name: str, **window: Any) -> None:
    """A fallen man asks for mercy."""
    visitor = Visitor(browser, house, **window)
    visitor.page.goto("/learn/gladiator/exercises")
    visitor.page.get_by_role("button", name="Try it Let him live?").click()
    visitor.page.get_by_role("button", name="no more hints").click()
    visitor.wait_for_question()
    keep(visitor, name)


def take_forum(browser: Browser, house: House, name: str, **window: Any) -> None:
    """A season three races old: calendar, the last result, purses as curves."""
    visitor = Visitor(browser, house, **window)
    have_races_run(visitor, 3)
    visitor.page.get_by_role("tab", name="Forum").click()
    keep(visitor, name)


def take_acta(browser: Browser, house: House, name: str, **window: Any) -> None:
    """The newspaper on the first race of a season."""
    visitor = Visitor(browser, house, **window)
    have_races_run(visitor, 1)
    visitor.page.get_by_role("tab", name="Forum").click()
    visitor.page.get_by_role("link", name="Read the Acta").first.click()
    visitor.page.locator("figcaption").first.wait_for()
    keep(visitor, name)


def have_races_run(visitor: Visitor, races: int) -> None:
    """A season of eight, by usual answers, up to the entries of the race after these."""
    page, house = visitor.page, visitor.house
    seats = [{"kind": "human", "name": "Livia"}, *[{"kind": "bot", "bot": "libertus"}] * 7]
    visitor.sit_down(house.ask("/api/matches", {"game": "campaign", "seats": seats}))
    page.get_by_role("button", name="no more hints").click()
    page.get_by_role("button", name="Fast", exact=True).click()
    page.get_by_role("radio", name="Have it run").click()
    asked = re.compile(f"Race {races + 1}: whom do you enter")
    while not page.get_by_text(asked).count():
        if visitor.default.count():
            with contextlib.suppress(Error):
                visitor.default.click(timeout=2000)
        page.wait_for_timeout(200)


def take_market_hall(browser: Browser, house: House, name: str, **window: Any) -> None:
    """Lots for sale, and one of them under the hammer."""
    visitor = Visitor(browser, house, **window)
    begin_families(visitor, re.compile("are bid; what do you bid"))
    visitor.page.get_by_role("tab", name="Market").click()
    keep(visitor, name)


def take_gala(browser: Browser, house: House, name: str, **window: Any) -> None:
    """The card of a gala, before its fights."""
    visitor = Visitor(browser, house, **window)
    begin_families(visitor, re.compile("Do you offer a side bet"))
    visitor.page.get_by_role("tab", name="Forum").click()
    visitor.page.locator("section[aria-label='The card of the gala']").scroll_into_view_if_needed()
    keep(visitor, name)


def begin_families(visitor: Visitor, until: re.Pattern[str]) -> None:
    """An epic campaign of six, a gala as soon as the council wants one; the first lots are worth a bid."""
    page, house = visitor.page, visitor.house
    seats = [{"kind": "human", "name": "Livia"}, *[{"kind": "bot", "bot": "libertus"}] * 5]
    options = {"gala_men": 2}
    made = house.ask("/api/matches", {"game": "campaign", "ruleset": "epic", "seats": seats, "options": options})
    visitor.sit_down(made)
    page.get_by_role("button", name="no more hints").click()
    page.get_by_role("radio", name="Have it run").click()
    while not page.locator(".decision h2").get_by_text(until).count():
        with contextlib.suppress(Error):
            call, gala = page.locator(".calls .bid"), page.locator(".decision").get_by_role("button", name="A gala")
            found = next((each for each in (gala, call, visitor.default) if each.count()), None)
            if found is not None:
                found.first.click(timeout=2000)
        page.wait_for_timeout(150)


WIDE = {"width": 1440, "height": 900}
ARENA = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844, "device_scale_factor": 1.5, "color_scheme": "dark"}
PICTURES: dict[str, tuple[Callable[..., None], dict[str, Any]]] = {
    "chariot-race.png": (take_light_race, WIDE),
    "circus.png": (take_circus, WIDE),
    "circus-phone.png": (take_circus, PHONE),
    "circus-rain.png": (take_storm, WIDE),
    "circus-epic.png": (take_epic, WIDE),
    "circus-bets.png": (take_bets, WIDE),
    "forum.png": (take_forum, WIDE),
    "acta.png": (take_acta, WIDE),
    "market-hall.png": (take_market_hall, WIDE),
    "gala.png": (take_gala, WIDE),
    "gladiator.png": (take_duel, ARENA),
    "gladiator-phone.png": (take_plot, PHONE),
    "gladiator-crowd.png": (take_crowd, ARENA),
}


# -- a picture with a palette is a third of the size ------------------------------------------


def with_fewer_colours(png: bytes) -> bytes:
    """The same picture with 256 colours, chosen by median cut."""
    width, height, rows = read_png(png)
    counts: Counter[Colour] = Counter()
    for row in rows:
        counts.update(row)
    palette, index = median_cut(counts)
    body = b"".join(b"\0" + bytes(index[colour] for colour in row) for row in rows)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", bytes(part for colour in palette for part in colour)),
            chunk(b"IDAT", zlib.compress(body, 9)),
            chunk(b"IEND", b""),
        ]
    )


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def median_cut(counts: Counter[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    boxes = [list(counts)]

    def spread(box: list[Colour]) -> tuple[int, int]:
        widths = [max(colour[part] for colour in box) - min(colour[part] for colour in box) for part in range(3)]
        widest = max(range(3), key=widths.__getitem__)
        return widths[widest], widest

    sizes = [(spread(box), sum(counts[colour] for colour in box)) for box in boxes]
    while len(boxes) < COLOURS:
        # Cut where much of the picture is coarse.
        worst = max(range(len(boxes)), key=lambda each: sizes[each][0][0] ** 2 * sizes[each][1] ** 0.5)
        (width, part), weight = sizes[worst]
        if not width:
            break
        box = sorted(boxes[worst], key=lambda colour: colour[part])
        seen = cut = 0
        while cut < len(box) - 1 and seen < weight / 2:
            seen += counts[box[cut]]
            cut += 1
        boxes[worst : worst + 1] = halves = [box[:cut], box[cut:]]
        sizes[worst : worst + 1] = [(spread(half), sum(counts[each] for each in half)) for half in halves]
    palette: list[Colour] = []
    index: dict[Colour, int] = {}
    for number, (box, (_, weight)) in enumerate(zip(boxes, sizes, strict=True)):
        red, green, blue = (sum(each[part] * counts[each] for each in box) // weight for part in range(3))
        palette.append((red, green, blue))
        index.update(dict.fromkeys(box, number))
    return palette, index


def read_png(png: bytes) -> tuple[int, int, list[list[Colour]]]:
    """The rows of an 8-bit picture without interlace, as Chromium writes it."""
    at, packed, width, height, step = 8, b"", 0, 0, 3
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, _, colour_type = struct.unpack(">IIBB", body[:10])
            step = 4 if colour_type == 6 else 3
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    flat = zlib.decompress(packed)
    stride = width * step
    before = bytearray(stride)
    rows = []
    for start in range(0, len(flat), stride + 1):
        line = bytearray(flat[start + 1 : start + 1 + stride])
        unfilter(flat[start], line, before, step)
        rows.append(list(zip(line[0::step], line[1::step], line[2::step], strict=True)))
        before = line
    return width, height, rows


def unfilter(kind: int, line: bytearray, above: bytearray, step: int) -> None:
    for index in range(len(line)):
        left = line[index - step] if index >= step else 0
        corner = above[index - step] if index >= step else 0
        up = above[index]
        if kind == 1:
            line[index] = (line[index] + left) & 255
        elif kind == 2:
            line[index] = (line[index] + up) & 255
        elif kind == 3:
            line[index] = (line[index] + (left + up) // 2) & 255
        elif kind == 4:
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda each: abs(guess - each))
            line[index] = (line[index] + nearest) & 255


if __name__ == "__main__":
    main()
