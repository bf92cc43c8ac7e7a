"""What random dice are made of: body colours and marbling, ink, gloss, roundness, wear."""

from __future__ import annotations

import colorsys
from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.materials import (
    BODY_PX,
    Colour,
    Field,
    Material,
    Rng,
    fractal,
    grain,
    soft_noise,
)
from scripts.drawn_scenes.looks import LOOKS, Domain, within


def slope(shape: tuple[int, int], angle_rad: float) -> Field:
    """A ramp from about −1 to 1 along a direction."""
    y = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, shape[1], dtype=np.float32)[None, :]
    return np.asarray(np.cos(angle_rad) * x + np.sin(angle_rad) * y, np.float32)


def step(field: Field, at: float, width: float) -> Field:
    """0 below `at`, 1 above, with a soft edge."""
    ramp = (field - np.float32(at)) / np.float32(width) + np.float32(0.5)
    return np.asarray(np.clip(ramp, 0, 1), np.float32)


def mixed(weight: Field, low: npt.ArrayLike, high: npt.ArrayLike) -> Field:
    """Two colours blended by a field of weights."""
    first, second = np.asarray(low, np.float32), np.asarray(high, np.float32)
    return np.asarray(cv2.transform(weight, np.column_stack((second - first, first))), np.float32)


_FAR_APART = 100.0


def _bgr(hue_deg: float, saturation: float, value: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(hue_deg / 360 % 1, saturation, value)
    return (blue * 255, green * 255, red * 255)


def _vivid(rng: Rng, domain: Domain) -> Colour:
    hue = within(rng, LOOKS[domain].hues_deg)
    return _bgr(hue, rng.uniform(0.5, 1.0), rng.uniform(0.3, 0.95))


def _pale(rng: Rng, domain: Domain) -> Colour:
    low, high = (0.86, 1.0) if domain is Domain.TRAINING else (0.74, 0.86)
    hue = within(rng, LOOKS[domain].hues_deg)
    return _bgr(hue, rng.uniform(0, 0.16), rng.uniform(low, high))


def _dark(rng: Rng, domain: Domain) -> Colour:
    low, high = (0.05, 0.16) if domain is Domain.TRAINING else (0.16, 0.26)
    hue = within(rng, LOOKS[domain].hues_deg)
    return _bgr(hue, rng.uniform(0, 0.5), rng.uniform(low, high))


def random_colour(rng: Rng, domain: Domain) -> Colour:
    """Pale, dark or vivid, in the hues of the domain."""
    kind = rng.random()
    if kind < 0.3:
        return _pale(rng, domain)
    return _dark(rng, domain) if kind < 0.45 else _vivid(rng, domain)


def _ink_for(rng: Rng, domain: Domain, body: Field, apart: float) -> Colour:
    """Ink that stands out from nearly all of a body, or the best of eight tries."""
    sample = body[::8, ::8].reshape(-1, 3)
    best, best_apart = (245.0, 245.0, 245.0), 0.0
    for _ in range(8):
        kind = rng.random()
        pick = _pale if kind < 0.4 else _dark if kind < 0.7 else _vivid
        ink = pick(rng, domain)
        away = np.sqrt(((sample - np.asarray(ink, np.float32)) ** 2).sum(1))
        here = float(np.partition(away, len(away) // 10)[len(away) // 10])
        if here > best_apart:
            best, best_apart = ink, here
        if best_apart > apart:
            break
    return best


def _plain(rng: Rng, domain: Domain) -> Field:
    return mixed(np.zeros((BODY_PX, BODY_PX), np.float32), random_colour(rng, domain), (0, 0, 0))


def _solid(rng: Rng, domain: Domain) -> Field:
    colour = np.asarray(random_colour(rng, domain))
    return mixed(slope((BODY_PX, BODY_PX), rng.uniform(0, 6.3)) * 0.5 + 0.5, colour * 0.9, colour)


def _marbled(rng: Rng, domain: Domain) -> Field:
    shape = (BODY_PX, BODY_PX)
    clouds = fractal(rng, shape, rng.uniform(3, 9))
    body = mixed(
        step(clouds, rng.uniform(-0.6, 0.6), rng.uniform(0.2, 2.0)),
        random_colour(rng, domain),
        _vivid(rng, domain),
    )
    if rng.random() < 0.5:
        wisps = step(np.abs(soft_noise(rng, shape, (7, 7))), 0.25, 0.4)[..., None]
        other = np.asarray(random_colour(rng, domain), np.float32)
        body = np.asarray(other + wisps * (body - other), np.float32)
    return body


def _veined(rng: Rng, domain: Domain) -> Field:
    shape = (BODY_PX, BODY_PX)
    bent = slope(shape, rng.uniform(0, 6.3)) * np.float32(rng.uniform(4, 9))
    bands = np.sin(bent + fractal(rng, shape, 4) * np.float32(1.6)) * np.float32(0.5)
    return mixed(
        np.asarray(bands + 0.5, np.float32), random_colour(rng, domain), random_colour(rng, domain)
    )


def _speckled(rng: Rng, domain: Domain) -> Field:
    dots = step(soft_noise(rng, (BODY_PX, BODY_PX), (40, 40)), rng.uniform(0.8, 1.6), 0.3)
    return mixed(dots, random_colour(rng, domain), random_colour(rng, domain))


def _granite(rng: Rng, domain: Domain) -> Field:
    rough = soft_noise(rng, (BODY_PX, BODY_PX), (64, 64)) + grain(rng, (BODY_PX, BODY_PX), 0.5)
    return mixed(step(rough, 0, 3.0), random_colour(rng, domain), random_colour(rng, domain))


def _wood(rng: Rng, domain: Domain) -> Field:
    shape = (BODY_PX, BODY_PX)
    lines = soft_noise(rng, shape, (rng.uniform(10, 30), 2)) + soft_noise(rng, shape, (4, 2))
    light = _bgr(rng.uniform(14, 20), rng.uniform(0.3, 0.6), rng.uniform(0.6, 0.9))
    if domain is Domain.UNSEEN or rng.random() < 0.15:
        light = random_colour(rng, domain)
    return mixed(step(lines, 0, 4.0), np.asarray(light) * rng.uniform(0.55, 0.85), light)


def _layered(rng: Rng, domain: Domain) -> Field:
    ramp = slope((BODY_PX, BODY_PX), rng.uniform(0, 6.3))
    blend = step(ramp + 0.15 * fractal(rng, (BODY_PX, BODY_PX), 5), rng.uniform(-0.4, 0.4), 0.5)
    return mixed(blend, _vivid(rng, domain), random_colour(rng, domain))


def _brushed(rng: Rng, domain: Domain) -> Field:
    lines = soft_noise(rng, (BODY_PX, BODY_PX), (80, 3))
    colour = np.asarray(random_colour(rng, domain)) * 0.85
    return mixed(step(lines, 0, 5.0), colour * 0.8, colour * 1.1)


_BODIES: dict[str, Callable[[Rng, Domain], Field]] = {
    "plain": _plain,
    "marbled": _marbled,
    "translucent": _plain,
    "speckled": _speckled,
    "wood": _wood,
    "solid": _solid,
    "veined": _veined,
    "layered": _layered,
    "granite": _granite,
    "brushed": _brushed,
}


def random_material(rng: Rng, domain: Domain) -> Material:
    """A material out of the domain's palette, with ink that a player could still see."""
    kinds = LOOKS[domain].bodies
    kind = kinds[int(rng.integers(len(kinds)))]
    body = np.clip(_BODIES[kind](rng, domain), 0, 255)
    clear = kind == "translucent" or (kind == "layered" and rng.random() < 0.5)
    apart = _FAR_APART * (rng.uniform(0.75, 1.6) if domain is Domain.TRAINING else 1.0)
    matt = kind in {"wood", "granite"} or rng.random() < 0.2
    return Material(
        body=body,
        ink=_ink_for(rng, domain, body, apart),
        roundness=float(rng.uniform(0.03, 0.26)),
        gloss=0.05 if matt else float(rng.uniform(0.1, 0.8)),
        shininess=float(np.exp(rng.uniform(1.6, 4.4))),
        bulge=float(rng.uniform(0, 0.3)),
        translucency=float(rng.uniform(0.1, 0.35)) if clear else 0.0,
        engraving=float(rng.uniform(0, 0.6)),
        pip_inset=float(rng.uniform(0.215, 0.285)),
        pip_radius=float(rng.uniform(0.065, 0.115)),
        ink_wear=float(rng.uniform(0.2, 0.6)) if rng.random() < 0.12 else 0.0,
        ink_strength=float(rng.uniform(0.8, 1.0)),
    )
