# The log in English: what is wrong with it, whether the game goes on, and what to do next.

store-saved = The game is saved.

store-trouble-disk-full = The disk is full. The game goes on but is not being saved: delete files that you do not need, and it is saved by itself.
store-trouble-read-only = The log may not be written. The game goes on but is not being saved: give the referee the right to write its folder, and it is saved by itself.
store-trouble-damaged = The log is damaged. The game goes on but is not being saved: play it to its end, then start the referee anew, which keeps all that can be read, or restore the newest backup.
store-trouble-lost = The log cannot be reached. The game goes on but is not being saved: start its server, or put its file back in its place, and it is saved by itself.
store-trouble-locked = Another program holds on to the log. The game goes on but is not being saved: close that program, and it is saved by itself.
store-trouble-another-writer = Another referee is writing this game. Here it goes on without being saved: stop one of the two, then start the other again.
store-trouble-failing = The disk reports errors. The game goes on but is not being saved: check the disk or the memory card, and keep a backup elsewhere.
store-trouble-evidence = Pictures and replays cannot be kept. The game itself is saved; the page Health says what to do.

store-harm-game = Game { $id } is damaged: its kind, { $game }, is not installed. Install it again, or let the operator delete the game.
store-harm-record = Game { $id } is damaged: its entry in the list of games is torn or changed. Take it from a backup, or let the operator delete the game.
store-harm-seats = Game { $id } is damaged: its seats are missing or in disorder. Take it from a backup, or let the operator delete the game.
store-harm-event = Game { $id } is damaged: event { $event } is torn or changed, or was recorded by a newer program. Update the program, take the game from a backup, or let the operator delete it.
store-harm-gap = Game { $id } is damaged: event { $event } is missing. Take it from a backup, or let the operator delete the game.
store-harm-rules = Game { $id } is damaged: its events do not fit the rules. Take it from a backup, or let the operator delete the game.

store-backup-made = The backup { $path } is complete and was checked: { $games ->
    [one] { $games } game
   *[other] { $games } games
}, { $events ->
    [one] { $events } event
   *[other] { $events } events
}, { $evidence ->
    [one] { $evidence } piece of evidence
   *[other] { $evidence } pieces of evidence
}.
store-backup-made-already = The backup of this night is there already.
store-backup-waits = A game is under way: the backup of this night is made when it is over.
store-backup-missing = { $count ->
    [one] { $count } file of evidence was gone or damaged before, and is not in the backup: { $files }.
   *[other] { $count } files of evidence were gone or damaged before, and are not in the backup: { $files }.
}
store-backup-removed = Older backups removed: { $count }.
store-restored = The log { $path } is again as it was on { $made }: { $games ->
    [one] { $games } game
   *[other] { $games } games
}, { $events ->
    [one] { $events } event
   *[other] { $events } events
}.
store-restored-aside = What was there before is kept as { $path }.
