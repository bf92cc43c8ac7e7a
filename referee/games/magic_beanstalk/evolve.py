"""Applies events to states. Decides nothing: every choice was made when the event was judged."""

from functools import lru_cache

from msgspec.structs import replace

from referee.games.awaiting import Piece
from referee.games.base import Evolvers, with_item
from referee.games.magic_beanstalk import events
from referee.games.magic_beanstalk.edition import (
    CARDS,
    CYLINDERS,
    DICE,
    FIRST_DIE,
    HAND,
    MAX_PLAYERS,
    TOKENS,
)
from referee.games.magic_beanstalk.events import Phase
from referee.games.magic_beanstalk.state import PlayerState, Rules, State, Turn, without_face

_NEW_TURN = Turn()
_FIRST_LEVEL = (FIRST_DIE,)
_ALL_SEATS = tuple([tuple(range(count)) for count in range(MAX_PLAYERS + 1)])


def _game_started(state: None, event: events.GameStarted) -> State:
    rules = Rules(
        event.seats,
        event.edition,
        event.variant == "expert",
        event.gold,
        event.castle_also_pays_turn_tokens,
        announceable(event.edition.cards),
    )
    count = len(event.seats)
    return State(
        players=(PlayerState(axe=not rules.expert),) * count,
        to_pick=_ALL_SEATS[count],
        sealed=event.sealed_deck,
        bean=event.bean,
        rules=rules,
    )


@lru_cache(maxsize=16)
def announceable(cards: tuple[tuple[int, ...], ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """MB-30, MB-R4: the printed numbers the pool can supply; if none fits, the whole pool.

    By card value (from 1) and by dice in the pool.
    """
    by_card = [
        tuple(tuple(n for n in printed if n <= pool) or (pool,) for pool in range(DICE + 1))
        for printed in cards
    ]
    return ((),) + tuple(by_card)


def _card_picked(state: State, event: events.CardPicked) -> State:
    seat = event.seat
    player = state.players[seat]
    picked = replace(player, picked=event.value, hand=player.hand - 1)
    to_pick = tuple([other for other in state.to_pick if other != seat])
    return replace(state, players=with_item(state.players, seat, picked), to_pick=to_pick)


def _cards_revealed(state: State, event: events.CardsRevealed) -> State:
    return replace(
        state,
        phase="starting",
        order=event.order,
        position=0,
        active=event.order[0],
        turn=_NEW_TURN,
    )


def _axe_raised(state: State, event: events.AxeRaised) -> State:
    turn = replace(state.turn, axe="raised")
    if event.power:
        return replace(state, turn=turn, powers_used=state.powers_used + (4,))
    player = replace(state.players[event.seat], axe=False)
    return replace(state, turn=turn, players=with_item(state.players, event.seat, player))


def _dice_announced(state: State, event: events.DiceAnnounced) -> State:
    return replace(state, phase=event.then, turn=replace(state.turn, rolling=event.count))


def _axe_struck(state: State, event: events.AxeStruck) -> State:
    """Of each kind the topmost pieces are taken to be the fallen ones (MB-83, MB-84)."""
    pairs = zip(state.players, event.tokens, strict=True)
    players = tuple([replace(p, tokens=p.tokens + fell) if fell else p for p, fell in pairs])
    tower = _without_fallen(state.tower, event)
    return replace(
        state,
        phase=event.then if tower else "replanting",
        resume=event.then,
        players=players,
        tower=tower,
        pool=state.pool + event.dice,
        cylinders=state.cylinders + event.cylinders,
        turn=replace(state.turn, axe="thrown"),
    )


def _without_fallen(tower: tuple[Piece, ...], event: events.AxeStruck) -> tuple[Piece, ...]:
    dice, cylinders, tokens = event.dice, event.cylinders, list(event.tokens)
    standing = []
    for piece in reversed(tower):
        if piece.kind == "die" and dice:
            dice -= 1
        elif piece.kind == "cylinder" and cylinders:
            cylinders -= 1
        elif piece.seat is not None and tokens[piece.seat]:
            tokens[piece.seat] -= 1
        else:
            standing.append(piece)
    return tuple(reversed(standing))


def _first_die_planted(state: State, event: events.FirstDiePlanted) -> State:
    return replace(state, phase=event.then, tower=_FIRST_LEVEL, pool=state.pool - 1)


def _dice_rolled(state: State, event: events.DiceRolled) -> State:
    turn = state.turn
    faces = event.faces
    if event.reroll:
        rerolled = state.rules.edition.reroll_face
        kept = tuple([face for face in turn.hand if face != rerolled])
        turn = replace(turn, hand=kept + faces, latest=(), rolling=0, reroll=False)
        return replace(state, phase=event.then, turn=turn)
    turn = replace(turn, hand=turn.hand + faces, latest=faces, rolling=0, rolled=True)
    return replace(state, phase=event.then, turn=turn, pool=state.pool - len(faces))


def _die_returned(state: State, event: events.DieReturned) -> State:
    turn = state.turn
    # Of equal faces the one of the latest roll goes back; power 6 comes right after that roll.
    latest = without_face(turn.latest, event.face)
    turn = replace(turn, hand=without_face(turn.hand, event.face), latest=latest)
    return replace(
        state,
        phase=event.then,
        turn=turn,
        pool=state.pool + 1,
        powers_used=state.powers_used + (6,),
    )


def _power_declined(state: State, event: events.PowerDeclined) -> State:
    return replace(state, phase=event.then)


def _extra_dice_taken(state: State, event: events.ExtraDiceTaken) -> State:
    return replace(state, phase=event.then, turn=replace(state.turn, rolling=event.count))


def _reroll_started(state: State, event: events.RerollStarted) -> State:
    turn = replace(state.turn, rolling=event.count, reroll=True)
    return replace(state, phase="rolling", turn=turn, powers_used=state.powers_used + (7,))


def _giant_woke(state: State, event: events.GiantWoke) -> State:
    turn = state.turn
    eyes = tuple([face for face in turn.hand if face == "eye"])
    pool = state.pool + event.sent_back
    return replace(state, pool=pool, turn=replace(turn, hand=eyes, latest=(), bare=True))


def _piece_placed(state: State, event: events.PiecePlaced) -> State:
    piece = event.piece
    tower = state.tower + (piece,)
    turn = state.turn
    kind = piece.kind
    if kind == "die":
        hand = turn.hand
        left = () if len(hand) == 1 else without_face(hand, piece.face or "")
        turn = replace(turn, hand=left, owed=event.owed)
        return replace(state, phase=event.then, tower=tower, turn=turn)
    if kind == "token":
        turn = replace(turn, owed=event.owed, tokens=turn.tokens + 1)
        player = state.players[event.seat]
        player = replace(player, tokens=player.tokens - 1)
        players = with_item(state.players, event.seat, player)
        return replace(state, phase=event.then, tower=tower, turn=turn, players=players)
    if kind == "cylinder":
        turn = replace(turn, owed=event.owed)
        cylinders = state.cylinders - 1
        return replace(state, phase=event.then, tower=tower, turn=turn, cylinders=cylinders)
    # The castle ends the turn: dice still in the hand go back to the pool (MB-75).
    pool = state.pool + len(turn.hand)
    turn = replace(turn, hand=(), latest=(), owed=None)
    return replace(state, phase=event.then, tower=tower, turn=turn, pool=pool, castle=0)


def _tower_stood(state: State, event: events.TowerStood) -> State:
    return state


def _sacks_drawn(state: State, event: events.SacksDrawn) -> State:
    seat, count, sealed = event.seat, event.count, state.sealed
    player = state.players[seat]
    player = replace(player, sacks=player.sacks + count, gold=player.gold + sealed[:count])
    players = with_item(state.players, seat, player)
    state = replace(state, players=players, deck=state.deck - count, sealed=sealed[count:])
    if event.reason == "power":
        return replace(state, powers_used=state.powers_used + (5,))
    return state


def _powers_offered(state: State, event: events.PowersOffered) -> State:
    return replace(state, phase="rewarding")


def _sack_stolen(state: State, event: events.SackStolen) -> State:
    """Nobody knows any value, so taking the newest sack is as random as any other choice."""
    victim = state.players[event.victim]
    stolen = victim.gold[-1:]
    robbed = replace(victim, sacks=victim.sacks - 1, gold=victim.gold[:-1])
    state = replace(state, players=with_item(state.players, event.victim, robbed))
    thief = state.players[event.seat]
    thief = replace(thief, sacks=thief.sacks + 1, gold=thief.gold + stolen)
    return replace(
        state,
        players=with_item(state.players, event.seat, thief),
        powers_used=state.powers_used + (3,),
    )


def _eye_given(state: State, event: events.EyeGiven) -> State:
    return replace(state, eye_holder=event.to, powers_used=state.powers_used + (1,))


def _turn_skipped(state: State, event: events.TurnSkipped) -> State:
    return replace(state, powers_used=state.powers_used + (2,))


def _cleared(state: State, resume: Phase) -> State:
    """Everything off the plate: tokens home, dice to the pool, the rest to the reserve (MB-63)."""
    players = tuple([p if p.tokens == TOKENS else replace(p, tokens=TOKENS) for p in state.players])
    return replace(
        state,
        phase="replanting",
        resume=resume,
        players=players,
        tower=(),
        pool=DICE,
        cylinders=CYLINDERS,
        castle=1,
        turn=replace(_NEW_TURN, axe=state.turn.axe),
    )


def _tower_fell(state: State, event: events.TowerFell) -> State:
    return _cleared(state, event.then)


def _tower_dismantled(state: State, event: events.TowerDismantled) -> State:
    return _cleared(state, "starting")


def _turn_ended(state: State, event: events.TurnEnded) -> State:
    order = state.order
    position = state.position + 1
    active = order[position] if position < len(order) else event.seat
    if state.eye_holder == event.seat:
        state = replace(state, eye_holder=None)
    if state.tower:
        return replace(state, phase="starting", position=position, active=active, turn=_NEW_TURN)
    # The phase stays "replanting" until a new first die is on the mini-board.
    return replace(state, resume="starting", position=position, active=active, turn=_NEW_TURN)


def _refilled(player: PlayerState) -> PlayerState:
    drawn = min(HAND - player.hand, player.pile)
    return replace(
        player,
        picked=0,
        played=player.played + (player.picked,),
        hand=player.hand + drawn,
        pile=player.pile - drawn,
    )


def _round_ended(state: State, event: events.RoundEnded) -> State:
    return replace(
        state,
        phase="picking" if state.tower else "replanting",
        resume="picking",
        bean=event.bean,
        round=min(state.round + 1, CARDS),  # there is no eighth round (MB-27)
        order=(),
        position=0,
        players=tuple([_refilled(player) for player in state.players]),
        to_pick=_ALL_SEATS[len(state.players)],
        powers_used=(),
    )


def _game_ended(state: State, event: events.GameEnded) -> State:
    """Who owns no sack has nothing to count."""
    players = tuple([p if p.sacks else replace(p, total=0) for p in state.players])
    has_sacks = any(player.sacks for player in players)
    return replace(
        state,
        phase="counting" if has_sacks else "over",
        players=players,
        termination=event.termination,
    )


def _gold_counted(state: State, event: events.GoldCounted) -> State:
    player = replace(state.players[event.seat], total=event.total, gold=tuple(event.values or ()))
    players = with_item(state.players, event.seat, player)
    waiting = any(p.total is None for p in players)
    return replace(state, phase="counting" if waiting else "over", players=players)


def _sacks_revealed(state: State, event: events.SacksRevealed) -> State:
    players = tuple(
        replace(player, total=sum(values))
        for player, values in zip(state.players, event.values, strict=True)
    )
    return replace(state, phase="over", players=players)


evolve: Evolvers[State] = Evolvers(
    {
        events.GameStarted: _game_started,
        events.CardPicked: _card_picked,
        events.CardsRevealed: _cards_revealed,
        events.AxeRaised: _axe_raised,
        events.DiceAnnounced: _dice_announced,
        events.AxeStruck: _axe_struck,
        events.FirstDiePlanted: _first_die_planted,
        events.DiceRolled: _dice_rolled,
        events.DieReturned: _die_returned,
        events.PowerDeclined: _power_declined,
        events.ExtraDiceTaken: _extra_dice_taken,
        events.RerollStarted: _reroll_started,
        events.GiantWoke: _giant_woke,
        events.PiecePlaced: _piece_placed,
        events.TowerStood: _tower_stood,
        events.SacksDrawn: _sacks_drawn,
        events.PowersOffered: _powers_offered,
        events.SackStolen: _sack_stolen,
        events.EyeGiven: _eye_given,
        events.TurnSkipped: _turn_skipped,
        events.TowerFell: _tower_fell,
        events.TowerDismantled: _tower_dismantled,
        events.TurnEnded: _turn_ended,
        events.RoundEnded: _round_ended,
        events.GameEnded: _game_ended,
        events.GoldCounted: _gold_counted,
        events.SacksRevealed: _sacks_revealed,
    }
)
