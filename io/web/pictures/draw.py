#!/usr/bin/env python3
"""Draws the page's pictures into ../assets/pictures: guilloche, rosette, coat and its wear.

Everything is computed from curves and one fixed seed, so that running it again gives the same bytes.
"""
import math
import random
from pathlib import Path

TO = Path(__file__).resolve().parent.parent / "assets" / "pictures"


def svg(name: str, box: str, body: str, more: str = "") -> None:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{more}>{body}</svg>\n'
    (TO / name).write_text(text)


def path(points: list[tuple[float, float]], closed: bool = False) -> str:
    text = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return text + ("Z" if closed else "")


def guilloche() -> None:
    """Fine waves that slide past each other, as on printed securities; repeats every 160."""
    lines = []
    for line in range(13):
        phase = line / 13 * math.tau
        swing = 26 + 8 * math.sin(phase)
        points = []
        for step in range(41):
            x = step * 4
            angle = x / 160 * math.tau
            points.append((x, 50 + swing * math.sin(angle + phase) * math.cos(phase / 2) + 6 * math.sin(3 * angle)))
        lines.append(path(points))
    body = f'<path d="{"".join(lines)}" fill="none" stroke="#7d8f86" stroke-width=".7"/>'
    svg("guilloche.svg", "0 0 160 100", body, ' width="160" height="100"')


def rosette() -> None:
    """A rosette: r = radius + depth cos(petals a + shift), in four Hermite segments a petal."""
    curves = []
    for radius, depth, petals in ((300, 68, 18), (236, 56, 14), (172, 48, 11)):
        for shift in range(3):
            turn = shift * math.tau / 3

            def point(angle: float) -> tuple[float, float, float, float]:
                r = radius + depth * math.cos(petals * angle + turn)
                slope = -depth * petals * math.sin(petals * angle + turn)
                x, y = math.cos(angle), math.sin(angle)
                return 400 + r * x, 400 + r * y, slope * x - r * y, slope * y + r * x

            steps = petals * 4
            third = math.tau / steps / 3
            x, y, dx, dy = point(0)
            text = f"M{x:.0f} {y:.0f}C{x + dx * third:.0f} {y + dy * third:.0f}"
            for step in range(1, steps + 1):
                x, y, dx, dy = point(step / steps * math.tau)
                text += f"{' ' if step == 1 else 'S'}{x - dx * third:.0f} {y - dy * third:.0f} {x:.0f} {y:.0f}"
            curves.append(text)
    outline = f'<path id="r" fill="none" d="{"".join(curves)}"/>'
    relief = (
        f'<defs>{outline}</defs><g stroke-width="1.6"><use href="#r" stroke="#fff" stroke-opacity=".55" y="2"/>'
        '<use href="#r" stroke="#26292d" stroke-opacity=".42"/></g>'
    )
    svg("rosette.svg", "0 0 800 800", relief)


def grain() -> None:
    """The coat's grain; black and white specks with little cover."""
    body = (
        '<filter id="g" x="0" y="0" width="100%" height="100%">'
        '<feTurbulence type="fractalNoise" baseFrequency="1.1" numOctaves="3" seed="11" stitchTiles="stitch"/>'
        '<feColorMatrix values="0 0 0 0 .12  0 0 0 0 .12  0 0 0 0 .13  1.1 0 0 0 -.5"/></filter>'
        '<rect width="160" height="160" filter="url(#g)"/>'
    )
    svg("grain.svg", "0 0 160 160", body, ' width="160" height="160"')


def wipe() -> None:
    """A mask three screens wide: gone on the left, whole on the right, a scratched edge between."""
    chance = random.Random(4)
    points = [(300, -10)]
    y = -10.0
    left = True
    while y < 110:
        points.append(((chance.uniform(106, 130) if left else chance.uniform(160, 194)), y))
        y += chance.uniform(4, 9)
        left = not left
    points.append((300, 110))
    body = f'<path d="{path(points, closed=True)}" stroke="#000" stroke-width="2" stroke-linejoin="round"/>'
    svg("wipe.svg", "0 0 300 100", body, ' preserveAspectRatio="none" width="300" height="100"')


def flecks() -> None:
    """What a coin leaves of the coat along the edges of a tile."""
    chance = random.Random(9)
    shapes = []
    for _ in range(26):
        side = chance.randrange(4)
        along, deep = chance.uniform(4, 96), abs(chance.gauss(0, 3.2)) + 1.5
        x, y = [(along, deep), (100 - deep, along), (along, 100 - deep), (deep, along)][side]
        size = chance.uniform(.7, 2.6)
        corners = chance.randrange(4, 7)
        points = [
            (x + size * chance.uniform(.5, 1.4) * math.cos(c / corners * math.tau),
             y + size * chance.uniform(.4, 1.1) * math.sin(c / corners * math.tau))
            for c in range(corners)
        ]
        shapes.append(path(points, closed=True))
    svg("flecks.svg", "0 0 100 100", f'<path d="{"".join(shapes)}" fill="#8d8f8e"/>')


def icon() -> None:
    """Four cells, one of them lit."""
    body = (
        '<rect width="32" height="32" rx="7" fill="#1b2138"/>'
        '<rect x="6" y="6" width="9" height="9" rx="1.5" fill="#fbf5e6"/>'
        '<rect x="17" y="6" width="9" height="9" rx="1.5" fill="#ffd84a"/>'
        '<rect x="17" y="17" width="9" height="9" rx="1.5" fill="#fbf5e6"/>'
    )
    svg("icon.svg", "0 0 32 32", body)


if __name__ == "__main__":
    TO.mkdir(parents=True, exist_ok=True)
    for draw in (guilloche, rosette, grain, wipe, flecks, icon):
        draw()
