"""What is said about a panel: the sentence of its state, or those of the things to mend."""

from __future__ import annotations

from referee.devices.panel.contract import PanelStatus
from referee.language import Language


def panel_troubles(status: PanelStatus) -> tuple[str, ...]:
    """The names of the sentences about what is to be mended; none if all is well."""
    return tuple(f"panel-finding-{finding}" for finding in status.findings)


def panel_sentences(status: PanelStatus, language: Language) -> list[str]:
    """What happened and what to do next; what is to be mended says the state as well."""
    names = panel_troubles(status) or (f"panel-state-{status.state}",)
    return [language.say(name) for name in names]
