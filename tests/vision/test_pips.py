"""The layout check reads drawn faces of either polarity, slightly turned, with noise and glare."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.vision.artwork.canvas import pip_mask
from referee.vision.dice.pips import FACE_PX, PipFit, fit_pips

WHITE, BLACK, RED, YELLOW = (235, 240, 240), (25, 25, 25), (40, 40, 200), (60, 220, 240)


def _face(value: int, body: tuple[int, int, int], ink: tuple[int, int, int]) -> np.ndarray:
    mask = cv2.resize(pip_mask(str(value)), (FACE_PX, FACE_PX))[:, :, None]
    mask = mask.astype(np.float64) / (255 if mask.max() > 1 else 1)
    return np.rint(np.array(body) * (1 - mask) + np.array(ink) * mask).astype(np.uint8)


def best(fit: PipFit) -> int:
    return int(np.argmax(fit.fits)) + 1


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(
    ("body", "ink"), [(WHITE, BLACK), (BLACK, WHITE), (RED, YELLOW), (YELLOW, RED)]
)
def test_every_value_fits_its_own_layout(
    value: int, body: tuple[int, int, int], ink: tuple[int, int, int]
) -> None:
    fit = fit_pips(_face(value, body, ink))
    second, first = sorted(fit.fits)[-2:]
    assert best(fit) == value
    assert first - second > 0.05


@pytest.mark.parametrize("value", range(1, 7))
def test_a_quarter_turn_changes_nothing(value: int) -> None:
    turned = np.ascontiguousarray(np.rot90(_face(value, WHITE, BLACK)))
    assert best(fit_pips(turned)) == value


@pytest.mark.parametrize("value", range(1, 7))
def test_a_slight_turn_noise_and_uneven_light_are_forgiven(value: int) -> None:
    rng = np.random.default_rng(value)
    matrix = cv2.getRotationMatrix2D((FACE_PX / 2, FACE_PX / 2), 7.0, 1.0)
    face = cv2.warpAffine(
        _face(value, WHITE, BLACK), matrix, (FACE_PX, FACE_PX), borderMode=cv2.BORDER_REPLICATE
    )
    light = np.linspace(0.75, 1.0, FACE_PX)[None, :, None]
    noisy = face * light + rng.normal(0, 12, face.shape)
    assert best(fit_pips(np.clip(noisy, 0, 255).astype(np.uint8))) == value


def test_an_empty_face_fits_nothing_well() -> None:
    rng = np.random.default_rng(1)
    face = np.clip(200 + rng.normal(0, 5, (FACE_PX, FACE_PX, 3)), 0, 255).astype(np.uint8)
    assert max(fit_pips(face).fits) < 0.3


def test_probabilities_are_probabilities() -> None:
    fit = fit_pips(_face(4, WHITE, BLACK))
    assert sum(fit.probabilities) == pytest.approx(1)
    assert max(fit.probabilities) == fit.probabilities[3]
