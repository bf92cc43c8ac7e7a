"""Voices by URL, such as `espeak:?voice=+f3` or `none:`."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from referee.clock import Clock, SystemClock
from referee.devices.device import DeviceUrl, find_factory
from referee.devices.voice.contract import Voice, VoiceSettings
from referee.devices.voice.espeak_voice import EspeakVoice
from referee.devices.voice.silent_voice import BrowserVoice, SilentVoice
from referee.errors import InputError

VoiceFactory = Callable[[DeviceUrl, VoiceSettings, Clock], Voice]

_OPTIONS = {"voice": "voice", "speed": "words_per_minute", "pitch": "pitch", "volume": "volume"}
"""The options of a URL, and the settings they are."""


def voice_from_url(
    url: str, clock: Clock | None = None, settings: VoiceSettings | None = None
) -> Voice:
    """The voice of this URL, not yet opened; options in the URL go before the settings."""
    parsed, factory = find_factory(url, "voice", _FACTORIES)
    if parsed.path:
        raise InputError(f"{url!r} has something after the colon: write {parsed.scheme}: alone.")
    return factory(parsed, _settings(parsed, settings or VoiceSettings()), clock or SystemClock())


def _espeak(url: DeviceUrl, settings: VoiceSettings, clock: Clock) -> Voice:
    url.expect_only(*_OPTIONS, "output", "device")
    output = _named(url, "output", "of a file: write output=said.wav")
    device = _named(url, "device", "of a loudspeaker: write device=plughw:CARD=Headphones")
    return EspeakVoice(clock, settings, output=Path(output) if output else None, device=device)


def _named(url: DeviceUrl, option: str, example: str) -> str:
    name = url.options.get(option, "")
    if (option in url.options and not name) or "\0" in name:
        raise InputError(f"In {url}, {option} needs the name {example}.")
    return name


def _browser(url: DeviceUrl, settings: VoiceSettings, clock: Clock) -> Voice:
    url.expect_only(*_OPTIONS)
    return BrowserVoice(clock, settings)


def _none(url: DeviceUrl, settings: VoiceSettings, clock: Clock) -> Voice:
    url.expect_only("paced", "speed")
    return SilentVoice(clock, settings, is_paced=url.number("paced", 0) > 0)


def _settings(url: DeviceUrl, settings: VoiceSettings) -> VoiceSettings:
    chosen = msgspec.structs.asdict(settings)
    for option, name in _OPTIONS.items():
        if option in url.options:
            # A plus in a query is a space, and nobody would write %2B.
            chosen[name] = url.options[option].replace(" ", "+")
    try:
        return msgspec.convert(chosen, VoiceSettings, strict=False)
    except msgspec.ValidationError as error:
        raise InputError(
            f"In {url}, an option of the voice is not possible ({error}): please correct it."
        ) from None


_FACTORIES: dict[str, VoiceFactory] = {
    "espeak": _espeak,
    "browser": _browser,
    "none": _none,
}
