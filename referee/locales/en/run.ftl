# `referee run` at the terminal.

run-opening = The table is being opened. Type “help” at any time.
run-page = The dashboard: { $address }
run-phones = For phones: { $address }
run-ready = The table is ready.
run-not-shown =
    { $count ->
        [one] … { $count } line was not shown …
       *[other] … { $count } lines were not shown …
    }
run-log-salvaged = The log was damaged. All that could be read is in a new one; the damaged one is kept as { $file }.
simulator-missing = The simulated table is not installed: run pip install 'table-referee[simulation]', or write the addresses of your devices into table.toml.
run-bye = The game is kept; “referee run --resume” goes on with it.
run-help =
    Enter           do with careful hands what the table waits for: roll, place, tidy up
    0.4             the same with that care: 0 is careless, 1 is perfect
    keep 5 5        where dice may be thrown again: leave these, throw the others
    a choice        what is listed, by its first letters or its number
    nudge, bump, lean, lift, knock [0 to 1]
                    what else hands can do to a simulated table
    fell, fine, done, undo
                    the tower fell; all is well; it is done; undo the last action
    score, help, quit

pin-new = New PIN:
pin-again = Once more:
pin-differs = The two PINs differ. Please try again.
pin-set = The PIN is set, in { $file }. A table that runs knows it after its next start.
pin-cleared = The PIN is gone, and the table is closed to phones. A table that runs knows it after its next start.
