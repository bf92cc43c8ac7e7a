# The page around everything.
ui-title = Table Referee
ui-menu = Menu
ui-close = Close
ui-back = Back
ui-save = Save
ui-saved = Saved.
ui-add = Add
ui-less = One less
ui-more = One more
ui-understood = All right
ui-why = Why?
ui-rule = Rule { $rule }
ui-how-played = How is it played?
ui-rules-none = This is not written here. Please look into the booklet of the game.
ui-theme = Day or night
ui-sound-on = Sound on
ui-sound-off = Sound off
ui-voice-here = Voice on this screen
ui-connecting = Looking for the table…
ui-table-stopped = The table has stopped by a mistake of the program. The game is kept: start the referee anew, or let the operator do it.
ui-reconnecting = The line to the table is broken; I keep trying.
ui-offline = The table did not answer. Look whether it is switched on, then try again.
ui-page-start = Start
ui-page-table = Table
ui-page-stats = Statistics
ui-page-camera = Camera
ui-page-scale = Scale
ui-page-health = Health
ui-page-operator = Operator
ui-page-hands = Simulated table
ui-page-quick-start = Quick start
ui-attract = Touch to play!

# Whose turn it is, and what is due.
ui-everybody = Everybody
ui-nobody = Nobody
ui-wait = One moment…
ui-no-game = No game is under way.
ui-start-game = Start a game
ui-players = Players
ui-player = Player
ui-points = Points
ui-winner-mark = winner
ui-ordinal = { $place }.
ui-choices = What you can choose
ui-dice-read = The dice
ui-dice-seen = What the camera saw: { $face }
ui-correct-die = { $face }: was it another face?
ui-placed = It is placed
ui-tidied = It is tidy
ui-it-fell = The tower fell!
ui-fine = It is all right, go on
ui-throw-again = Thrown again
ui-touch-staying = Touch the dice that stay.
ui-dice-staying = Dice that may stay
ui-die-stays = { $face } stays
ui-enter-dice = Type in the dice
ui-enter-dice-title = { $count ->
    [one] What does the die show?
   *[other] What do the { $count } dice show?
}
ui-removal-missed = Nothing fell
ui-removal-hit = Something fell
ui-removal-what = What was knocked off?
ui-fell-count = { $count ->
    [0] Nothing fell
    [one] One piece fell
   *[other] { $count } pieces fell
}
ui-total-of = Total of { $player }
ui-enter-total = Enter the total
ui-cards-together = Without phones: choose in secret, show it all together, then touch it here.
ui-by-hand-now = entered by hand
ui-watching = This screen watches. Orders come from the table’s own screen and from phones that play a seat.
ui-go-by-hand = Go on by hand

# The countdown, the fall and its replay.
ui-hands-off = Hands off, { $player }!
ui-formula = Countdown
ui-formula-1 = 4
ui-formula-2 = 3
ui-formula-3 = 2
ui-formula-4 = 1
ui-fallen = The tower has fallen!
ui-whose-fault = Whose fault was it?
ui-time-left = { $seconds ->
    [one] one second left
   *[other] { $seconds } seconds left
}
ui-replay = Replay
ui-replay-curve = Weight and shaking over time
ui-replay-grams = weight, up to { $grams } g
ui-replay-shakes = shaking
ui-replay-scrub = Moment of the replay
ui-replay-missing = This replay is no longer there.
ui-replay-deleted = Film and curve are deleted.
ui-play = Play
ui-pause = Pause
ui-speed = × { $speed }
ui-seconds-signed = { $seconds } s

# Questions and corrections.
ui-question-picture = What the camera sees
ui-correct = Correct
ui-corrections = What went wrong?
ui-undo-last = Undo the last action
ui-undo-from-here = Undo everything from here on
ui-undo-from = Undo from here on: { $action }
ui-what-lay-there = What really lay there?
ui-no-actions = Nothing has happened yet.
ui-by-person = by hand
ui-by-camera = camera
ui-by-scale = scale
ui-by-table = table
ui-undone = undone

# The end.
ui-tallying = And the winner is…
ui-winner = { $count ->
    [one] { $names } wins!
   *[other] { $names } share the victory!
}
ui-game-over = The game is over.
ui-play-again = Play again
ui-show-table = Show the table
ui-show-result = Show the result

# Phones.
ui-phones = Play with phones
ui-phones-hint = Point a phone’s camera at the code: the phone picks cards in secret for that seat.
ui-phone-claimed = A phone plays this seat
ui-phone-code = Code for { $player }’s phone
ui-phone-free = Free this seat
ui-phones-open = Let phones join
ui-phones-open-means = Once it is open, every device in this network reaches the table’s page and can watch. Who has the code of a seat plays it; settings stay behind the PIN. It stays open, also after a restart, until it is closed here.
ui-phones-new-pin = Choose a PIN for the operator, at least four digits
ui-phones-close = Close the table to phones
ui-phones-close-means = From then on only this screen reaches the table. Phones lose their connection; their seats wait for them.
ui-phones-ready = Phones reach this table. When a game has begun, each seat’s code is shown here.
ui-phones-addresses = Without a camera: open this on the phone, touch your name and type the four digits.
ui-seat-digits = The four digits below your code on the table’s own screen
ui-seat-taken = Another phone plays this seat. The table’s own screen can free it.
ui-get-in = You are watching. To play, scan the code of your seat on the table’s own screen, or touch your name.
ui-get-in-here = You are watching. To play here, open the whole address that the table printed when it started: it holds its key.
ui-seat-claim = I am { $player }
ui-seat-claim-hint = This phone will choose for this seat. Nobody else sees what it shows.
ui-seat-picked = The others are still choosing in secret.
ui-seat-wait = It is { $player }’s turn.
ui-seat-leave = Give the seat back to the table

# Any game, drawn from what it shows.
ui-shown-middle = The middle of the table
ui-shown-rulings = The last rulings
ui-shown-of = of
ui-shown-points = { $count ->
    [one] one point
   *[other] { $count } points
}
ui-shown-face-down = a card, face down
ui-shown-hidden = { $count ->
    [one] one card face down
   *[other] { $count } cards face down
}
ui-shown-cards = { $count ->
    [0] no cards
    [one] one card
   *[other] { $count } cards
}
ui-shown-next-at = worth more from { $count } on
ui-shown-take = Take { $row }, { $column }: { $value }
ui-shown-chosen = moves in this turn
ui-shown-tower = { $count ->
    [0] No tower yet
    [one] A tower of one piece
   *[other] A tower of { $count } pieces
}
