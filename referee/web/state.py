"""From what was taken of the table to what one viewer is shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

import msgspec

from referee.devices.panel.contract import player_colour
from referee.games.awaiting import AwaitChoice, AwaitDice, Awaiting, offers_choices, seats_asked
from referee.games.base import Action, AnyGame, SeatAction
from referee.games.registry import find_game
from referee.games.reports import ReportDice, ReportFall, ReportPiece
from referee.store.games import GameRecord
from referee.table.device_troubles import ListedTrouble
from referee.table.history import LiveAction
from referee.table.orders import AnswerOrder, DoneOrder
from referee.table.prompts import Question
from referee.table.updates import Snapshot
from referee.web.access.rights import SPECTATOR, Viewer, order_context, why_not_order
from referee.web.public_events import hidden_values
from referee.web.shapes.table import (
    ActionState,
    Choice,
    CountdownState,
    GameInfo,
    OutcomeState,
    QuestionOption,
    QuestionState,
    QuestionTopic,
    SeatInfo,
    TableInfo,
    TableState,
    ToldState,
    TrayDieState,
    TroubleState,
    You,
)
from referee.web.table_capture import GameCapture, TableCapture, cutout_number
from referee.web.texts import Text, action_text, event_text, message_text, text_of

MOST_ACTIONS = 30
"""Those that people may still want to correct; chosen by hand: more make every message longer."""


def action_states(playing: GameCapture) -> tuple[ActionState, ...]:
    """The newest actions, oldest first; a secret choice is told as everybody may know it."""
    names, newest = playing.snapshot.names, playing.actions[-MOST_ACTIONS:]
    return tuple(_action_state(playing.game, each, names) for each in newest)


def _action_state(game: AnyGame, live: LiveAction, names: tuple[str, ...]) -> ActionState:
    action, by = live.action, str(live.by)
    waiting = game.awaiting(live.before)
    label = _label(game, live, waiting, names)
    seat = _seat_of(action, waiting)
    match action:
        case ReportDice():
            possible = waiting.faces if isinstance(waiting, AwaitDice) else ()
            return ActionState(
                live.seq, label, "dice", by, faces=action.faces, possible=possible, seat=seat
            )
        case ReportFall():
            return ActionState(live.seq, label, "fall", by, culprit=action.culprit)
        case ReportPiece():
            return ActionState(live.seq, label, "other", by, seat=seat, piece=action.piece)
    return ActionState(live.seq, label, "other", by, seat=seat)


def _seat_of(action: Action, waiting: Awaiting | None) -> int | None:
    """Who acted says so, or was waited for."""
    if isinstance(action, SeatAction):
        return action.seat
    seats = seats_asked(waiting)
    return seats[0] if len(seats) == 1 else None


def _label(
    game: AnyGame, live: LiveAction, waiting: Awaiting | None, names: tuple[str, ...]
) -> Text:
    if isinstance(waiting, AwaitChoice) and waiting.secret:
        return _event_label(game, live, names)
    return action_text(game.name, live.action, names, game.card_names(live.before))


def _event_label(game: AnyGame, live: LiveAction, names: tuple[str, ...]) -> Text:
    """What happened, as everybody heard it when it happened."""
    text = None
    if live.events:
        text = event_text(game.name, game.disclose(live.events[0], None), names)
    return text or message_text("web-secret-choice")


SEAT_SHAPES = ("circle", "triangle", "square", "diamond", "star", "cross", "heart", "moon")
MOST_CHOICES = 400
"""More buttons than anybody can read; what is not listed can still be posted."""


@dataclass(frozen=True, slots=True)
class StateContext:
    """What is known beside the table itself."""

    table: TableInfo
    record: GameRecord | None
    claimed: frozenset[int]
    told: tuple[ToldState, ...]


def public_state(capture: TableCapture, context: StateContext) -> TableState:
    """The table as everybody may see it; the others are made from it."""
    playing = capture.playing
    if playing is None:
        return idle_state(capture.now_s, context.table)
    seen = playing.snapshot
    return TableState(
        seq=seen.seq,
        change=seen.change,
        now_s=capture.now_s,
        phase="playing" if seen.outcome is None else "over",
        table=context.table,
        game=_game_info(playing, context.record),
        seats=_seats(seen.names, context),
        you=SPECTATOR.you,
        view=seen.view,
        shown=playing.game.shown(seen.state, None),
        scores=playing.game.scores(seen.state),
        awaiting=seen.awaiting,
        moment=seen.umpire_state,
        seat=seen.seat,
        prompt=None if seen.prompt is None else text_of(seen.prompt),
        choices=(),
        question=_question(seen.question, capture.now_s),
        countdown=_countdown(seen, capture.now_s),
        dice=_dice(playing),
        rolled=playing.game.rolled(seen.state),
        troubles=tuple(map(_trouble, seen.troubles)),
        unsaved=message_text(seen.unsaved) if seen.unsaved else None,
        actions=action_states(playing),
        can_undo=seen.can_undo,
        replays=playing.replays,
        outcome=_outcome(playing),
        told=context.told,
    )


def state_for(
    viewer: Viewer,
    public: TableState,
    capture: TableCapture,
    claimed: frozenset[int],
    digits: Callable[[int], str] = lambda _seat: "",
) -> TableState:
    """What this viewer sees more than everybody, and how it is called."""
    playing = capture.playing
    if playing is None:
        return msgspec.structs.replace(public, you=viewer.you)
    view, shown = public.view, public.shown
    if viewer.seat is not None and viewer.seat < len(playing.snapshot.names):
        view = playing.game.view(playing.snapshot.state, viewer.seat)
        shown = playing.game.shown(playing.snapshot.state, viewer.seat)
    seats = public.seats
    if viewer.may_act:
        seats = tuple(msgspec.structs.replace(each, digits=digits(each.seat)) for each in seats)
    return msgspec.structs.replace(
        public,
        you=you_now(viewer, playing),
        view=view,
        shown=shown,
        choices=choices_for(viewer, playing, claimed),
        seats=seats,
    )


def you_now(viewer: Viewer, playing: GameCapture) -> You:
    """What the viewer is told about itself, with what it may do now."""
    asked = order_context(playing.game, playing.snapshot)
    return msgspec.structs.replace(
        viewer.you,
        may_report=not why_not_order(viewer, DoneOrder(), asked),
        may_answer=asked.question is not None
        and not why_not_order(viewer, AnswerOrder(0, ""), asked),
    )


def choices_for(
    viewer: Viewer, playing: GameCapture, claimed: frozenset[int]
) -> tuple[Choice, ...]:
    """The legal actions of the seats asked, as far as they are this viewer's business.

    A secret choice belongs to the seat; the table's screen offers it for seats without a phone.
    """
    waiting, names = playing.snapshot.awaiting, playing.snapshot.names
    if not offers_choices(waiting):
        return ()
    shown: list[Choice] = []
    is_secret = isinstance(waiting, AwaitChoice) and waiting.secret
    game, state = playing.game, playing.snapshot.state
    card_names = game.card_names(state)
    for action in game.legal_actions(state):
        seat = action.seat if isinstance(action, SeatAction) else None
        if is_secret and not _may_see_secret(viewer, seat, claimed):
            continue
        label = action_text(game.name, action, names, card_names)
        shown.append(Choice(plain_action(action), label, seat))
        if len(shown) == MOST_CHOICES:
            break
    return tuple(shown)


def _may_see_secret(viewer: Viewer, seat: int | None, claimed: frozenset[int]) -> bool:
    if viewer.role == "operator":
        return True
    if viewer.role == "seat":
        return seat == viewer.seat
    return viewer.may_act and seat not in claimed


def plain_action(action: Action) -> dict[str, object]:
    """The JSON form of an action."""
    plain: dict[str, object] = msgspec.to_builtins(action)
    return plain


def variant_of(name: str, options: dict[str, object]) -> str:
    """The named variant that these options are, the one that says most of them."""
    fitting = [
        (len(wanted), -place, variant)
        for place, (variant, wanted) in enumerate(find_game(name).variants.items())
        if all(options.get(key) == value for key, value in wanted.items())
    ]
    return max(fitting)[2] if fitting else ""


def idle_state(now_s: float, table: TableInfo) -> TableState:
    """A table between two games."""
    return TableState(
        seq=-1,
        change=-1,
        now_s=now_s,
        phase="idle",
        table=table,
        game=None,
        seats=(),
        you=SPECTATOR.you,
        view=None,
        shown=(),
        scores=(),
        awaiting=None,
        moment="",
        seat=None,
        prompt=None,
        choices=(),
        question=None,
        countdown=None,
        dice=(),
        rolled=(),
        troubles=(),
        unsaved=None,
        actions=(),
        can_undo=False,
        replays=(),
        outcome=None,
        told=(),
    )


def _game_info(playing: GameCapture, record: GameRecord | None) -> GameInfo:
    variant = variant_of(record.game, record.options) if record is not None else ""
    game = playing.game
    return GameInfo(
        id=playing.game_id,
        name=game.name,
        title=game.title,
        variant=variant,
        has_falls=ReportFall in game.actions,
        card_names=game.card_names(playing.snapshot.state),
    )


def _seats(names: Sequence[str], context: StateContext) -> tuple[SeatInfo, ...]:
    ids = context.record.player_ids if context.record is not None else ()
    return tuple(
        SeatInfo(
            seat=seat,
            name=name,
            colour=player_colour(seat).name,
            shape=SEAT_SHAPES[seat % len(SEAT_SHAPES)],
            is_claimed=seat in context.claimed,
            player_id=ids[seat] if seat < len(ids) else None,
        )
        for seat, name in enumerate(names)
    )


def _question(asked: Question | None, now_s: float) -> QuestionState | None:
    if asked is None:
        return None
    options = tuple(QuestionOption(each.value, text_of(each.label)) for each in asked.options)
    left_s = None if asked.until_s is None else max(0.0, asked.until_s - now_s)
    return QuestionState(
        number=asked.number,
        topic=cast("QuestionTopic", asked.topic),
        text=text_of(asked.sentence),
        options=options,
        has_picture=bool(asked.picture_jpeg),
        ends_in_s=left_s,
        otherwise=asked.otherwise,
    )


def _countdown(seen: Snapshot, now_s: float) -> CountdownState | None:
    counted = seen.countdown
    if counted is None:
        return None
    return CountdownState(counted.word, now_s - counted.began_s, counted.ends_s - counted.began_s)


def _dice(playing: GameCapture) -> tuple[TrayDieState, ...]:
    return tuple(
        TrayDieState(
            face=each.die.face or "",
            certainty=str(each.die.certainty),
            cutout=f"/api/v1/table/dice/{playing.rest_number}/{cutout_number(each)}.jpg"
            if each.cutout_jpeg
            else "",
        )
        for each in playing.dice
    )


def _trouble(trouble: ListedTrouble) -> TroubleState:
    found = trouble.sentences
    text = text_of(found[0]) if found else message_text(f"device-{trouble.device}")
    return TroubleState(str(trouble.device), text, trouble.is_by_hand)


def _outcome(playing: GameCapture) -> OutcomeState | None:
    end = playing.snapshot.outcome
    if end is None:
        return None
    return OutcomeState(end.termination, end.winners, end.scores, hidden_values(playing))
