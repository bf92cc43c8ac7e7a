"""Cards of our own drawing, laid on a table under a tilted camera and a lamp that changes."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

CARD_PX = (250, 350)
_RNG = np.random.default_rng

FONT = cv2.FONT_HERSHEY_DUPLEX


def _blank(colour: tuple[int, int, int]) -> np.ndarray:
    """A card with a white rim and a coloured field."""
    card = np.full((CARD_PX[1], CARD_PX[0], 3), 245, np.uint8)
    cv2.rectangle(card, (16, 16), (CARD_PX[0] - 17, CARD_PX[1] - 17), colour, -1)
    return card


def _words(card: np.ndarray, text: str, at: tuple[int, int], scale: float, thick: int) -> None:
    size = cv2.getTextSize(text, FONT, scale, thick)[0]
    place = (at[0] - size[0] // 2, at[1] + size[1] // 2)
    cv2.putText(card, text, place, FONT, scale, (25, 25, 25), thick, cv2.LINE_AA)


def action_card(value: int) -> np.ndarray:
    """The same beanstalk on every card, and a number: only that tells them apart."""
    card = _blank((190, 225, 200))
    points = np.array([(125 + 40 * np.sin(y / 30), y) for y in range(330, 190, -4)], np.int32)
    cv2.polylines(card, [points], False, (40, 120, 40), 9, cv2.LINE_AA)
    for index, y in enumerate(range(310, 200, -28)):
        side = 1 if index % 2 else -1
        cv2.ellipse(card, (125 + 45 * side, y), (30, 13), 25 * side, 0, 360, (60, 160, 60), -1)
    cv2.circle(card, (125, 110), 66, (250, 250, 250), -1, cv2.LINE_AA)
    _words(card, str(value), (125, 110), 3.4, 8)
    return card


_VARIETIES = {
    "blue": ((200, 120, 40), 1, 0),
    "chili": ((40, 40, 200), 3, 40),
    "stink": ((60, 120, 60), 2, 90),
    "green": ((80, 190, 90), 4, 10),
    "soy": ((120, 190, 210), 5, 60),
    "black-eyed": ((200, 200, 200), 2, 20),
    "red": ((60, 60, 170), 6, 120),
    "garden": ((90, 170, 150), 3, 150),
}


def bean_card(variety: str) -> np.ndarray:
    """So many beans in one colour, and the name below."""
    colour, count, angle = _VARIETIES[variety]
    card = _blank((235, 225, 205))
    for index in range(count):
        turn = np.radians(angle + 360 * index / count)
        reach = 0 if count == 1 else 62
        middle = (int(125 + reach * np.cos(turn)), int(140 + reach * np.sin(turn)))
        size = (60, 36) if count == 1 else (38, 22)
        cv2.ellipse(card, middle, size, angle + 30 * index, 0, 360, colour, -1, cv2.LINE_AA)
        cv2.ellipse(card, middle, size, angle + 30 * index, 0, 360, (30, 30, 30), 3, cv2.LINE_AA)
    _words(card, variety, (125, 290), 1.1, 2)
    return card


def haricot_card(value: int) -> np.ndarray:
    """A number in two corners and a pot."""
    card = _blank((205, 215, 240))
    cv2.ellipse(card, (125, 190), (75, 62), 0, 0, 360, (60, 60, 90), -1, cv2.LINE_AA)
    cv2.rectangle(card, (50, 140), (200, 165), (40, 40, 60), -1)
    _words(card, str(value), (52, 60), 1.9, 5)
    corner = card[20:105, 20:95].copy()
    card[CARD_PX[1] - 105 : CARD_PX[1] - 20, CARD_PX[0] - 95 : CARD_PX[0] - 20] = corner[::-1, ::-1]
    return card


def card_back() -> np.ndarray:
    """Diamonds, the same both ways up."""
    card = _blank((120, 60, 50))
    for y in range(30, 330, 24):
        for x in range(30, 225, 24):
            cv2.ellipse(card, (x, y), (8, 8), 45, 0, 360, (210, 180, 160), -1, cv2.LINE_AA)
    return card


ACTION = {str(value): action_card(value) for value in range(1, 8)}
BEANS = {variety: bean_card(variety) for variety in _VARIETIES}
HARICOTS = {str(value): haricot_card(value) for value in (1, 2, 3, 4, 5, 6)}


@dataclass
class Laid:
    """A card on the table: its middle and width in shares of the picture's width."""

    art: np.ndarray
    x: float
    y: float
    turn_deg: float = 0.0
    width: float = 0.13


@dataclass
class CardScene:
    """The table, the camera over it, and what spoils the picture."""

    cards: list[Laid] = field(default_factory=list)
    size: tuple[int, int] = (1280, 720)
    tilt: float = 0.0
    light: float = 0.85
    slope: float = 0.0
    blur_px: float = 0.8
    noise: float = 3.0
    seed: int = 0

    def empty(self) -> np.ndarray:
        """The same table without cards, in another light and with other noise."""
        bare = CardScene([], self.size, self.tilt, 0.85, 0.0, self.blur_px, self.noise, 99)
        return bare.picture()

    def homography(self) -> np.ndarray:
        """From the flat table to the picture: the far edge is narrower."""
        width, height = self.size
        inset = self.tilt * width / 2
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        seen = corners + np.array([(inset, 0), (-inset, 0), (0, 0), (0, 0)], np.float32)
        return cv2.getPerspectiveTransform(corners, seen.astype(np.float32)).astype(np.float64)

    def quad(self, laid: Laid) -> np.ndarray:
        """The corners of a card in the picture, clockwise from its own top left."""
        width = laid.width * self.size[0]
        half = np.array([width, width * CARD_PX[1] / CARD_PX[0]]) / 2
        steps = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
        turn = np.radians(laid.turn_deg)
        rotation = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
        flat = steps @ rotation + np.array([laid.x, laid.y]) * self.size[0]
        return cv2.perspectiveTransform(flat.reshape(-1, 1, 2), self.homography()).reshape(-1, 2)

    def picture(self) -> np.ndarray:
        """All cards in their order, the last on top."""
        width, height = self.size
        wood = self._table()
        table = cv2.warpPerspective(wood, self.homography(), self.size, borderValue=(40, 50, 60))
        for laid in self.cards:
            table = self._with_card(table, laid)
        return self._spoiled(table.astype(np.float32), width, height)

    def _table(self) -> np.ndarray:
        width, height = self.size
        rng = _RNG(7)
        grain = cv2.GaussianBlur(
            rng.normal(0, 40, (height, width)).astype(np.float32), (0, 0), 6, sigmaY=1
        )
        return np.clip(np.array([60, 95, 130]) + grain[:, :, None], 0, 255).astype(np.uint8)

    def _with_card(self, table: np.ndarray, laid: Laid) -> np.ndarray:
        quad = self.quad(laid).astype(np.float32)
        scale = np.linalg.norm(quad[1] - quad[0]) / CARD_PX[0]
        art = cv2.GaussianBlur(laid.art, (0, 0), max(0.3, 0.4 / float(scale)))
        corners = np.array([(0, 0), (CARD_PX[0], 0), CARD_PX, (0, CARD_PX[1])], np.float32) - 0.5
        warp = cv2.getPerspectiveTransform(corners, quad)
        drawn = cv2.warpPerspective(art, warp, self.size, flags=cv2.INTER_LINEAR)
        cover = np.zeros(laid.art.shape[:2], np.uint8)
        cv2.rectangle(cover, (12, 0), (CARD_PX[0] - 13, CARD_PX[1] - 1), 255, -1)
        cv2.rectangle(cover, (0, 12), (CARD_PX[0] - 1, CARD_PX[1] - 13), 255, -1)
        for x in (12, CARD_PX[0] - 13):
            for y in (12, CARD_PX[1] - 13):
                cv2.circle(cover, (x, y), 12, 255, -1)
        covered = cv2.warpPerspective(cover, warp, self.size)[:, :, None]
        share: np.ndarray = covered.astype(np.float64) / 255.0
        # A card throws a thin shadow: it is how touching cards are told apart.
        shade = cv2.GaussianBlur(share[:, :, 0], (0, 0), 3)[:, :, None]
        laid_out: np.ndarray = table * (1 - 0.25 * shade) * (1 - share) + drawn * share
        return laid_out.astype(np.uint8)

    def _spoiled(self, table: np.ndarray, width: int, height: int) -> np.ndarray:
        rng = _RNG(self.seed)
        ramp = 1 + self.slope * (np.linspace(-0.5, 0.5, width)[None, :, None])
        soft = cv2.GaussianBlur(table, (0, 0), self.blur_px) * ramp * self.light
        return np.clip(soft + rng.normal(0, self.noise, soft.shape), 0, 255).astype(np.uint8)
