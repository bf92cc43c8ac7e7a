# The voice in English: what happened, and what to do next.

voice-state-off = The voice is switched off.
voice-state-ready = The voice is ready.
voice-state-speaking = The voice is speaking.
voice-state-mute = The voice cannot be heard.

voice-finding-not-installed = The voice is not installed: install “espeak-ng”, and it speaks with the next sentence.
voice-finding-no-sound = The voice finds no loudspeaker: plug one in, choose one with “espeak:?device=…” (“aplay -L” lists them), or let the page speak with “browser:”.
voice-finding-stuck = The voice got stuck in the middle of a sentence: check the loudspeaker, and close other programs that use the sound.
voice-finding-no-such-voice = There is no voice of that name: choose another in the table’s settings; “espeak-ng --voices” lists them.
voice-finding-not-writable = The voice cannot write its file: choose a folder that exists and may be written to.
voice-finding-broken = The voice ended in the middle of a sentence: install “espeak-ng” anew if it happens again.
voice-finding-page-without-voice = The browser of the table’s own screen has no voice for its language: write “espeak:” as url below [voice] in the table’s profile, and the table’s loudspeaker speaks; or open the page in another browser.
voice-finding-nobody-listens = The table’s own screen does not speak: open the table’s page there, in a browser that has a voice for its language, and touch it once.
