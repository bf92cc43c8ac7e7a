# Who may look, and what the table keeps of people.
ui-page-privacy = Privacy
ui-privacy-title = What this table sees and keeps
ui-privacy = Who may look
ui-privacy-camera = The live camera
ui-privacy-results = Recorded games, statistics, files and profiles
ui-privacy-whole = Films of falls show the whole picture
ui-privacy-whole-hint = With each fall everything that the camera sees is then kept, people around the table too: switch it on only if everybody who plays agrees.
ui-audience-open = Everybody
ui-audience-players = Players
ui-audience-operator = Operator
ui-sees-open = everybody who reaches this page
ui-sees-players = the table’s own screen, the players’ phones and the operator
ui-sees-operator = the operator alone

# What is deleted when.
ui-evidence = Pictures and films
ui-evidence-roll = Delete the pictures of rolls
ui-evidence-fall = Delete films and curves of falls
ui-evidence-days = { $days ->
    [one] after one day
   *[other] after { $days } days
}
ui-evidence-for-ever = only when room is short
ui-evidence-none = None are kept now.
ui-evidence-stays = Kept now: { $count } ({ $megabytes } MB).
ui-evidence-goes = Kept now: { $count } ({ $megabytes } MB). The first of them goes on { $day }.
ui-evidence-disputed = What was corrected, taken back or denied is kept as long as there is room.
ui-evidence-room = When a tenth of the disk is no longer free, the oldest go earlier. Nothing goes while a game is under way, and what happened stays in the log.

# Dice with taught faces learn from answers.
ui-learning = Dice with symbols
ui-learning-switch = Learn from answers
ui-learning-hint = When somebody tells the table what a die shows, a small picture of that die is kept with the answer, and the face is known better at once. A picture that makes other faces less sure is not taken.
ui-learning-now = Dice are learned from your answers: a picture of each die you are asked about is kept.
ui-learned = { $count ->
    [0] Nothing was learned beyond what was taught.
    [one] One picture was learned beyond what was taught.
   *[other] { $count } pictures were learned beyond what was taught.
}
ui-learning-forget = Forget what was learned

# A player.
ui-player-take = Take along
ui-player-take-of = Take along what is kept of { $player }
ui-player-delete = Delete
ui-player-delete-of = Delete { $player }
ui-player-sure = Delete for good?
ui-player-sure-of = Delete for good? { $player }
ui-player-deleted = { $games ->
    [0] The player is deleted, and sat in no recorded game.
    [one] The player is deleted; one recorded game has a guest there now.
   *[other] The player is deleted; { $games } recorded games have a guest there now.
}
ui-player-copies = These older copies still hold the name: { $copies }. Remove them if it must be gone from there too.

# The page for everybody.
ui-privacy-where = Where
ui-privacy-until = How long
ui-privacy-who = Who may see it
ui-place-disk = on the table’s own disk
ui-place-server = on the server of the house
ui-place-memory = in the memory of the table
ui-kept-camera = The live picture
ui-kept-camera-text = The camera looks at the dice tray, to read the dice. There is no microphone. Pictures of the dice just read stand on the table page.
ui-kept-camera-until = twelve seconds, then it is forgotten
ui-kept-games = Games
ui-kept-games-text = Who sat where, what was rolled, placed and decided, every correction, and how it ended.
ui-kept-games-until = until the operator deletes the game
ui-kept-pictures = Pictures and curves
ui-kept-pictures-text = A picture of the tray with each roll, and of each fall ten seconds of film and what the scale felt.
ui-kept-pictures-tray = They show the tray and nothing around it, as soon as the table has found its markers.
ui-kept-pictures-bare = They show all that the camera sees, because this table knows no tray by its markers: let the camera look at the table alone.
ui-kept-pictures-whole = Films show all that the camera sees, because somebody agreed to it here; pictures of rolls show the tray alone.
ui-kept-pictures-until = { $rolls ->
    [0] pictures of rolls as long as there is room
    [one] pictures of rolls for one day
   *[other] pictures of rolls for { $rolls } days
}; { $falls ->
    [0] films and curves of falls as long as there is room
    [one] films and curves of falls for one day
   *[other] films and curves of falls for { $falls } days
}; what was corrected, taken back or denied as long as there is room; nothing longer than its game
ui-kept-players = Profiles
ui-kept-players-text = A name and a colour, for whoever wants to be known from game to game. A guest has none; the name a guest types is kept with the game.
ui-kept-players-until = until the operator deletes the player
ui-kept-backups = Backups
ui-kept-backups-text = Copies of games, pictures and profiles, made by the operator or every night.
ui-kept-backups-where = where the operator puts them
ui-kept-backups-until = until newer ones take their place, or somebody removes them
ui-kept-backups-who = whoever has the disk or the stick
ui-kept-faces = Learned dice
ui-kept-faces-text = Small pictures of single dice, each with the face that somebody gave, if the operator lets the table learn from answers.
ui-kept-faces-on = The table learns from answers now.
ui-kept-faces-off = The table does not learn from answers now.
ui-kept-faces-until = until newer ones take their place, the answer is corrected, or the operator lets them be forgotten
ui-kept-calibration = The empty tray
ui-kept-calibration-text = One picture, taken when the operator calibrates the tray with all hands away.
ui-kept-calibration-until = until the next calibration
ui-yours = Your data
ui-yours-out = The program sends nothing to anybody: what leaves the table is what somebody takes along.
ui-yours-take = Ask the operator for a file with all that is kept of you: your profile, and your games with their results.
ui-yours-delete = The operator can delete you: your profile goes, and in every game the seat becomes that of a guest. The games themselves stay. A backup from before keeps the name until it is removed.
ui-yours-operator = To the operator’s page
ui-deletions = Deleted players
ui-deletions-none = Nobody has been deleted so far.
ui-deletion = { $day }: { $games ->
    [0] a player who sat in no recorded game
    [one] a player, in one game
   *[other] a player, in { $games } games
}
