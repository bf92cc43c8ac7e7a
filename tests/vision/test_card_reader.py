"""Cards taught from pictures are recognised, strangers and backs are not taken for them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from referee.language import language, languages
from referee.vision.cards.reader import (
    CardFinding,
    CardReader,
    ReadCard,
    card_sentences,
    report_sentences,
)
from referee.vision.cards.recognition import (
    FACE_HEIGHT,
    FACE_WIDTH,
    bits_apart,
    cut_card,
    half_turn,
    perceptual_hash,
)
from referee.vision.cards.teaching import (
    CARD_BACK,
    CardsReport,
    CardTeachingError,
    TaughtCards,
    decode_cards,
    encode_cards,
    learn_cards,
    load_cards,
    save_cards,
    taught_face,
)
from referee.vision.pictures import PictureError
from referee.vision.readings import Certainty
from tests.vision.card_scene import ACTION, BEANS, HARICOTS, CardScene, Laid, card_back

SETS = {"action": ACTION, "beans": BEANS, "haricots": HARICOTS}
each_set = pytest.mark.parametrize("name", SETS)
TABLE = (640, 360)


def photograph(art: np.ndarray, seed: int) -> np.ndarray:
    """A card alone, as it is shown for teaching."""
    turn, light = (-5.0, 0.8) if seed else (4.0, 1.0)
    laid = Laid(art, 0.5, 0.4, turn, 0.45)
    return CardScene([laid], (300, 240), tilt=0.05, light=light, seed=seed).picture()


@cache
def taught(name: str, left_out: tuple[str, ...] = ()) -> TaughtCards:
    cards = {**SETS[name], CARD_BACK: card_back()}
    return learn_cards(
        name,
        {
            card: [photograph(art, seed) for seed in range(2)]
            for card, art in cards.items()
            if card not in left_out
        },
    )


def on_table(arts: list[np.ndarray], seed: int, tilt: float = 0.12) -> CardScene:
    """Up to eight cards apart from each other, some upside down, in other light than taught."""
    places = [(x, y) for x in (0.17, 0.39, 0.61, 0.83) for y in (0.16, 0.41)]
    rng = np.random.default_rng(seed)
    cards = [
        Laid(art, x, y, float(rng.uniform(-20, 20)) + 180 * (index % 2), 0.13)
        for index, (art, (x, y)) in enumerate(zip(arts, places, strict=False))
    ]
    return CardScene(cards, TABLE, tilt=tilt, light=0.65, slope=0.3, blur_px=0.7, seed=seed)


def read_in_place(reader: CardReader, scene: CardScene) -> list[ReadCard]:
    """What was read at the place of each card."""
    found = reader.read(scene.picture(), scene.empty())
    assert len(found) == len(scene.cards)
    middles = np.array([np.mean(card.corners_px, axis=0) for card in found])
    return [
        found[int(np.linalg.norm(middles - scene.quad(laid).mean(axis=0), axis=1).argmin())]
        for laid in scene.cards
    ]


@each_set
def test_taught_cards_are_recognised(name: str) -> None:
    cards = dict(list({CARD_BACK: card_back(), **SETS[name]}.items())[:8])
    scene = on_table(list(cards.values()), seed=11)
    read = read_in_place(CardReader(taught(name)), scene)
    assert [card.card for card in read] == list(cards)
    assert all(card.certainty is Certainty.CERTAIN for card in read)
    assert [CardFinding.BACK in card.findings for card in read] == [
        card == CARD_BACK for card in cards
    ]
    for card, laid in zip(read[1:], scene.cards[1:], strict=True):
        width = np.linalg.norm(np.subtract(*scene.quad(laid)[:2]))
        assert np.abs(card.corners_px - scene.quad(laid)).max() < 0.05 * width


@pytest.mark.parametrize(("name", "strangers"), [("action", BEANS), ("beans", HARICOTS)])
def test_cards_of_another_game_are_unknown(name: str, strangers: dict[str, np.ndarray]) -> None:
    scene = on_table(list(strangers.values())[:8], seed=3)
    for card in read_in_place(CardReader(taught(name)), scene):
        assert card.card == ""
        assert card.certainty is Certainty.UNKNOWN
        assert card.findings == (CardFinding.UNTAUGHT,)
        assert card.confidence == 0.0


def test_an_untaught_number_of_the_same_game_is_unknown() -> None:
    """The layout is the same on all of them; only the number tells."""
    reader = CardReader(taught("action", left_out=("2", "4", "6")))
    read = read_in_place(reader, on_table([ACTION[card] for card in "2461"], seed=8))
    assert [card.card for card in read] == ["", "", "", "1"]


def test_the_report_names_what_looks_alike() -> None:
    report = taught("action").report
    assert report.right_share == 1.0
    assert report.is_separable
    assert report.alike is not None
    assert sum(report.confusion.values()) == 16


def test_the_same_card_under_two_names_is_no_good_set() -> None:
    first, second = photograph(ACTION["1"], 0), photograph(ACTION["1"], 1)
    other = photograph(ACTION["4"], 0)
    twins = learn_cards("twins", {"a": [first], "b": [second], "c": [other]})
    assert set(twins.report.alike or ()) == {"a", "b"}
    read = read_in_place(CardReader(twins), on_table([ACTION["1"]], seed=2))
    assert read[0].certainty is not Certainty.CERTAIN


def test_a_cut_out_card_is_taught_as_it_is() -> None:
    face = taught_face(ACTION["3"])
    assert face.shape == (FACE_HEIGHT, FACE_WIDTH, 3)
    on_ground = taught_face(photograph(ACTION["3"], 0))
    assert np.corrcoef(face.ravel(), on_ground.ravel())[0, 1] > 0.85


def test_a_face_is_cut_both_ways_up() -> None:
    scene = CardScene([Laid(ACTION["5"], 0.5, 0.28, 10, 0.2)], TABLE)
    quad, picture = scene.quad(scene.cards[0]), scene.picture()
    upside_down = cut_card(picture, np.roll(quad, 2, axis=0))
    off = np.abs(half_turn(upside_down).astype(int) - cut_card(picture, quad))
    assert off.mean() < 2


def test_a_hash_hardly_changes_with_light() -> None:
    grey = {card: art.mean(axis=2).astype(np.float32) for card, art in BEANS.items()}
    hashes = {card: perceptual_hash(art) for card, art in grey.items()}
    others = np.array(list(hashes.values()))
    for card, art in grey.items():
        dimmer = perceptual_hash(0.5 * art + 20)
        apart = bits_apart(dimmer, others)
        assert list(hashes)[int(apart.argmin())] == card
        assert apart.min() <= 4
    assert bits_apart(others[0], others)[0] == 0


def test_taught_cards_are_saved_and_loaded(tmp_path: Path) -> None:
    cards = taught("action")
    save_cards(tmp_path / "action.cards", cards)
    loaded = load_cards(tmp_path / "action.cards")
    assert loaded.name == "action"
    assert loaded.cards == cards.cards
    assert loaded.least_telling == cards.least_telling
    assert np.array_equal(loaded.faces, cards.faces)


def test_a_file_that_is_no_cards_gets_a_sentence(tmp_path: Path) -> None:
    data = encode_cards(taught("action"))
    for broken in (b"", b"not cards", data[: len(data) // 2], data[50:]):
        with pytest.raises(CardTeachingError, match="teach them again"):
            decode_cards(broken)
    with pytest.raises(CardTeachingError, match=r"cannot be opened .*: check its name"):
        load_cards(tmp_path / "missing.cards")
    with pytest.raises(CardTeachingError, match=r"cannot be written .*: choose another place"):
        save_cards(tmp_path / "missing" / "some.cards", taught("action"))


def test_what_cannot_be_learnt_gets_a_sentence() -> None:
    picture = ACTION["1"]
    with pytest.raises(CardTeachingError, match="need a name"):
        learn_cards(" ", {"1": [picture], "2": [picture]})
    with pytest.raises(CardTeachingError, match="at least two"):
        learn_cards("one", {"1": [picture]})
    with pytest.raises(CardTeachingError, match="no picture of the card '2'"):
        learn_cards("none", {"1": [picture], "2": []})
    with pytest.raises(PictureError, match="A picture of 2"):
        learn_cards("nan", {"1": [picture], "2": [np.full((40, 40), np.nan)]})


@pytest.mark.parametrize("code", languages())
def test_every_finding_and_report_has_a_sentence(code: str) -> None:
    words = language(code)
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.4), (0.0, 1.4))
    odd = ReadCard("3", corners, 0.5, Certainty.DOUBTFUL, (), tuple(CardFinding))
    assert len(card_sentences(odd, words)) == len(CardFinding)
    good = CardsReport({("1", "1"): 3}, ("1", "2"))
    bad = CardsReport({("1", "1"): 3, ("1", "2"): 1}, None)
    assert "100" in report_sentences(good, words)[0]
    assert "75" in report_sentences(bad, words)[0]
    assert report_sentences(good, words)[0] != report_sentences(bad, words)[0]
