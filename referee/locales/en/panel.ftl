# The panel in English: what happened, and what to do next.

panel-state-off = The panel is switched off.
panel-state-ready = The buttons and lights are ready.
panel-state-lost = The buttons and lights cannot be used.

panel-finding-no-gpiozero = The software for buttons and lights is missing: install “python3-gpiozero”; until then, use the page.
panel-finding-no-lgpio = The software for the pins is missing: install “python3-lgpio”; until then, use the page.
panel-finding-no-chip = This computer has no pins for buttons and lights: choose “none:” as the panel in the table’s settings.
panel-finding-no-permission = The referee may not use the pins: add your user to the group “gpio”, then log in again.
panel-finding-busy = Another program uses the pins: close it, and the referee takes over.
panel-finding-bad-pin = A pin of the panel cannot do what it should: compare the wiring with the table’s settings.
panel-finding-stuck-button = A button is stuck: free it, or take something off it.

colour-blue = blue
colour-vermilion = orange-red
colour-yellow = yellow
colour-green = green
colour-purple = pink
colour-sky = light blue
colour-violet = violet
colour-sand = sand
colour-white = white
colour-red = red
