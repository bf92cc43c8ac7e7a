# The table’s own senses: what happened, and what to do next.

eye-failed = The referee’s eye has stumbled over a picture and goes on by itself: if that does not end, unplug the camera and plug it in again.
feeler-failed = The referee’s sense of touch has stumbled and goes on by itself: if that does not end, unplug the scale and plug it in again.
