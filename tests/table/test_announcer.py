"""The announcer: what is said, in which order, and what is better left unsaid."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from referee.clock import ManualClock
from referee.devices.device import OpensAndCloses
from referee.devices.voice.contract import VoiceSettings, VoiceState, VoiceStatus
from referee.devices.voice.silent_voice import SilentVoice
from referee.table.announcing.announcements import MOST_WAITING, TOPIC_RULES, Announcement, Urgency
from referee.table.announcing.announcer import Announcer, SpeechSettings, Spoken
from referee.table.sentences import Sentence, Told, Topic


@dataclass
class HandVoice(OpensAndCloses):
    """A voice that speaks until the test says that it has finished."""

    said: list[str] = field(default_factory=list)
    stops: int = 0
    is_busy: bool = False
    works: bool = True
    settings: VoiceSettings = field(default_factory=VoiceSettings)

    def say(self, text: str, language: str) -> bool:
        assert not self.is_busy, "the announcer stops a sentence before it begins the next"
        self.is_busy = self.works
        self.said += [text] if self.works else []
        return self.works

    def is_speaking(self) -> bool:
        return self.is_busy

    def stop(self) -> None:
        self.stops += self.is_busy
        self.is_busy = False

    def adjust(self, settings: VoiceSettings) -> None:
        self.settings = settings

    def status(self) -> VoiceStatus:
        return VoiceStatus(state=VoiceState.READY)

    def open(self) -> None: ...

    def close(self) -> None: ...


def made() -> tuple[Announcer, HandVoice]:
    voice = HandVoice()
    return Announcer(voice), voice


def news(
    topic: Topic, text: str, at_s: float = 0.0, **other: bool | Urgency | None
) -> Announcement:
    """Treated as the rule of its topic says, but for what is given."""
    given = {name: value for name, value in other.items() if value is not None}
    return replace(Announcement.on(topic, text, "en", at_s), **given)


def test_a_sentence_is_begun_and_the_next_waits_for_its_end() -> None:
    announcer, voice = made()
    announcer.announce(news(Topic.HINT, "Three eyes."))
    announcer.announce(news(Topic.PROMPT, "Ben rolls."))
    announcer.tick(0.0)
    announcer.tick(0.1)
    assert voice.said == ["Three eyes."]
    voice.is_busy = False
    announcer.tick(0.2)
    assert voice.said == ["Three eyes.", "Ben rolls."]


def test_newer_news_replaces_what_was_not_said_yet() -> None:
    announcer, voice = made()
    announcer.announce(news(Topic.HINT, "One die."))
    announcer.tick(0.0)
    for name in ("Anna", "Ben", "Cleo"):
        announcer.announce(news(Topic.PROMPT, f"{name} rolls."))
    voice.is_busy = False
    announcer.tick(0.1)
    voice.is_busy = False
    announcer.tick(0.2)
    assert voice.said == ["One die.", "Cleo rolls."]


def test_what_must_be_heard_is_not_replaced() -> None:
    announcer, voice = made()
    announcer.announce(news(Topic.EVENT, "The game is over."))
    announcer.announce(news(Topic.EVENT, "Anna has won."))
    announcer.tick(0.0)
    voice.is_busy = False
    announcer.tick(0.1)
    assert voice.said == ["The game is over.", "Anna has won."]


def test_old_news_is_not_said() -> None:
    announcer, voice = made()
    announcer.announce(news(Topic.PROMPT, "Anna rolls.", 0.0))
    announcer.tick(TOPIC_RULES[Topic.PROMPT].shelf_life_s + 0.1)
    assert voice.said == []
    assert announcer.waiting == ()


def test_a_fall_cuts_off_what_is_being_said() -> None:
    announcer, voice = made()
    announcer.announce(news(Topic.PROMPT, "Anna rolls three dice."))
    announcer.tick(0.0)
    announcer.announce(news(Topic.ALARM, "Stop! The tower fell.", 0.1))
    announcer.tick(0.1)
    assert voice.said[-1] == "Stop! The tower fell."
    assert voice.stops == 1


def test_two_urgent_sentences_do_not_cut_each_other_off() -> None:
    announcer, voice = made()
    announcer.announce(news(Topic.ALARM, "The tower fell."))
    announcer.tick(0.0)
    announcer.announce(news(Topic.TROUBLE, "The scale is gone.", 0.1, urgency=Urgency.URGENT))
    announcer.tick(0.1)
    assert voice.said == ["The tower fell."]
    voice.is_busy = False
    announcer.tick(0.2)
    assert voice.said[-1] == "The scale is gone."


def test_a_question_that_was_cut_off_is_asked_again_once() -> None:
    announcer, voice = made()
    transcript: list[Spoken] = []
    announcer.listen(transcript.append)
    announcer.announce(news(Topic.QUESTION, "Three or four?"))
    announcer.tick(0.0)
    for at_s in (1.0, 2.0):
        announcer.announce(news(Topic.ALARM, "Stop!", at_s))
        announcer.tick(at_s)
        voice.is_busy = False
        announcer.tick(at_s + 0.5)
    voice.is_busy = False
    announcer.tick(3.0)
    assert voice.said == ["Three or four?", "Stop!", "Three or four?", "Stop!"]
    assert [line.announcement.text for line in transcript] == ["Three or four?", "Stop!", "Stop!"]


class TestCountdown:
    WORDS = ("Fee", "Fi", "Fo", "Fum!")

    def started(self, step_s: float = 0.75) -> tuple[Announcer, HandVoice]:
        announcer, voice = made()
        for place, word in enumerate(self.WORDS):
            announcer.announce(news(Topic.COUNTDOWN, word, place * step_s))
        return announcer, voice

    def test_each_word_is_said_at_its_moment(self) -> None:
        announcer, voice = self.started()
        heard = []
        for hundredth in range(300):
            before = len(voice.said)
            announcer.tick(hundredth / 100)
            heard += [hundredth / 100] * (len(voice.said) - before)
        assert voice.said == list(self.WORDS)
        assert heard == [0.0, 0.75, 1.5, 2.25]

    def test_a_word_whose_moment_has_passed_is_left_out(self) -> None:
        announcer, voice = self.started()
        announcer.tick(0.0)
        announcer.tick(1.6)
        assert voice.said == ["Fee", "Fo"]

    def test_a_word_does_not_wait_for_calm_sentences_or_the_last_word(self) -> None:
        announcer, voice = self.started()
        announcer.announce(news(Topic.CORRECTION, "Anna has four sacks.", -1.0))
        announcer.tick(-0.5)
        announcer.tick(0.0)
        announcer.tick(0.75)
        assert voice.said == ["Anna has four sacks.", "Fee", "Fi"]
        assert voice.stops == 2

    def test_a_fall_goes_before_the_words(self) -> None:
        announcer, voice = self.started()
        announcer.announce(news(Topic.ALARM, "Stop!", 0.75))
        announcer.tick(0.75)
        announcer.tick(1.5)
        assert voice.said == ["Stop!"], "the words pass while everybody is told to stop"


def test_a_flood_is_cut_short_and_what_is_urgent_and_new_is_kept() -> None:
    announcer, _ = made()
    announcer.announce(news(Topic.ALARM, "Stop!"))
    for place in range(100):
        announcer.announce(news(Topic.EVENT, str(place), place / 1000))
    assert len(announcer.waiting) == MOST_WAITING
    texts = [each.text for each in announcer.waiting]
    assert texts[0] == "Stop!"
    assert texts[1:] == [str(place) for place in range(101 - MOST_WAITING, 100)]


def test_a_muted_table_keeps_its_transcript() -> None:
    announcer, voice = made()
    transcript: list[Spoken] = []
    announcer.listen(transcript.append)
    announcer.announce(news(Topic.PROMPT, "Anna rolls."))
    announcer.tick(0.0)
    announcer.apply(SpeechSettings(is_muted=True))
    assert not voice.is_busy
    announcer.announce(news(Topic.PROMPT, "Ben rolls.", 1.0))
    announcer.tick(1.0)
    assert voice.said == ["Anna rolls."]
    assert [(line.at_s, line.announcement.text, line.is_heard) for line in transcript] == [
        (0.0, "Anna rolls.", True),
        (1.0, "Ben rolls.", False),
    ]
    announcer.apply(SpeechSettings(is_muted=False))
    announcer.announce(news(Topic.PROMPT, "Cleo rolls.", 2.0))
    announcer.tick(2.0)
    assert voice.said[-1] == "Cleo rolls."


def test_the_voice_and_the_language_change_while_it_speaks() -> None:
    announcer, voice = made()
    announcer.announce(news(Topic.PROMPT, "Anna rolls."))
    announcer.announce(Announcement.on(Topic.CORRECTION, "Quatre sacs.", "fr", 0.0))
    announcer.apply(SpeechSettings(language="fr", voice=VoiceSettings(volume=20)))
    assert voice.settings.volume == 20
    announcer.tick(0.0)
    assert voice.said == ["Quatre sacs."]
    assert announcer.waiting == ()


def test_what_the_umpire_tells_is_said_in_the_language_of_the_table() -> None:
    announcer, voice = made()
    told = Told(0.0, Topic.TROUBLE, Sentence("voice-finding-no-such-voice"))
    announcer.tell(told)
    announcer.tick(0.0)
    announcer.apply(SpeechSettings(language="fr"))
    announcer.tell(told)
    voice.is_busy = False
    announcer.tick(0.1)
    english, french = voice.said
    assert english.startswith("There is no voice")
    assert french.startswith("Il n’y a pas de voix")


def test_every_topic_has_its_rule() -> None:
    assert set(TOPIC_RULES) == set(Topic)


def test_a_voice_that_cannot_speak_holds_nothing_up() -> None:
    announcer, voice = made()
    voice.works = False
    transcript: list[Spoken] = []
    announcer.listen(transcript.append)
    for place, topic in enumerate((Topic.PROMPT, Topic.CORRECTION, Topic.EVENT)):
        announcer.announce(news(topic, "Words.", place / 10))
    for tenth in range(5):
        announcer.tick(tenth / 10)
    assert [line.is_heard for line in transcript] == [False] * 3


announcements = st.builds(
    lambda topic, delay_s, urgency, is_news: (topic, delay_s, urgency, is_news),
    st.sampled_from(Topic),
    st.sampled_from([0.0, 0.0, 0.0, 0.2, 0.7, 3.0]),
    st.sampled_from([None, None, *Urgency]),
    st.sampled_from([None, True, False]),
)


class AnyGame(RuleBasedStateMachine):
    """Whatever is announced, however long the voice takes, and however late the loop comes."""

    def __init__(self) -> None:
        super().__init__()
        self.announcer, self.voice = made()
        self.now_s = 0.0
        self.number = 0
        self.announced: dict[str, Announcement] = {}
        self.begun: list[Announcement] = []
        self.announcer.listen(self.note)

    def note(self, spoken: Spoken) -> None:
        late_s = spoken.at_s - spoken.announcement.at_s
        assert 0.0 <= late_s <= spoken.announcement.shelf_life_s, "too early or too late"
        if spoken.announcement.topic is Topic.COUNTDOWN:
            assert late_s <= 0.3
        self.begun.append(spoken.announcement)

    @rule(wanted=announcements)
    def announce(self, wanted: tuple[Topic, float, Urgency | None, bool | None]) -> None:
        topic, delay_s, urgency, is_news = wanted
        self.number += 1
        announcement = news(
            topic, str(self.number), self.now_s + delay_s, urgency=urgency, is_news=is_news
        )
        self.announced[announcement.text] = announcement
        self.announcer.announce(announcement)

    @rule(passed_s=st.sampled_from([0.0, 0.01, 0.02, 0.1, 0.5, 2.0, 20.0]))
    def tick(self, passed_s: float) -> None:
        self.now_s += passed_s
        urgent = [
            each
            for each in self.announcer.waiting
            if each.urgency is Urgency.URGENT and each.at_s <= self.now_s
        ]
        fresh = [each for each in urgent if not each.is_stale(self.now_s)]
        is_busy = self.voice.is_busy and self.current().urgency is Urgency.URGENT
        self.announcer.tick(self.now_s)
        if fresh and not is_busy:
            assert self.begun[-1] in fresh, "an urgent one is said within one tick"
            assert self.voice.is_busy is not self.announcer.settings.is_muted

    @rule()
    def finish(self) -> None:
        self.voice.is_busy = False

    @rule(is_muted=st.booleans())
    def mute(self, is_muted: bool) -> None:
        self.announcer.apply(SpeechSettings(is_muted=is_muted))
        assert not (is_muted and self.voice.is_busy)

    def current(self) -> Announcement:
        return self.announced[self.voice.said[-1]]

    @invariant()
    def the_queue_is_short(self) -> None:
        assert len(self.announcer.waiting) <= MOST_WAITING

    @invariant()
    def only_one_fresh_sentence_of_news_waits_for_each_topic(self) -> None:
        news_topics = [each.topic for each in self.announcer.waiting if each.is_news]
        assert len(news_topics) == len(set(news_topics))

    @invariant()
    def the_order_within_a_topic_is_kept(self) -> None:
        for place, first in enumerate(self.begun):
            for second in self.begun[place + 1 :]:
                was_before = int(second.text) < int(first.text) and second.at_s <= first.at_s
                assert not (second.topic is first.topic and was_before)

    @invariant()
    def nothing_is_begun_twice_in_the_transcript(self) -> None:
        texts = [each.text for each in self.begun]
        assert len(texts) == len(set(texts))


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=50, stateful_step_count=40)


@given(st.lists(st.tuples(st.sampled_from(Topic), st.floats(0.0, 2.0)), max_size=60))
def test_a_real_pace_ends_with_an_empty_queue(sentences: list[tuple[Topic, float]]) -> None:
    clock = ManualClock()
    announcer = Announcer(SilentVoice(clock, is_paced=True))
    transcript: list[Spoken] = []
    announcer.listen(transcript.append)
    for topic, pause_s in sentences:
        clock.advance_s(pause_s)
        announcer.announce(news(topic, "A sentence of usual length.", clock.monotonic_s()))
        announcer.tick(clock.monotonic_s())
    for _ in range(400):
        clock.advance_s(0.1)
        announcer.tick(clock.monotonic_s())
    assert announcer.waiting == ()
    assert len(transcript) <= len(sentences)
    assert bool(transcript) == bool(sentences)
