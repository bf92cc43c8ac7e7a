# Start.
ui-start-lead = What shall we play?
ui-pick-game = Pick a game
ui-other-game = Another game
ui-player-count = { $least } to { $most } players
ui-players-needed = { $least } to { $most } players can play this.
ui-under-way = A game is under way.
ui-go-on = Go on
ui-leave = Put it aside
ui-resume = Go on with
ui-who-plays = Who plays?
ui-clockwise = In clockwise order; drag a name to move it.
ui-free-seat = A free seat
ui-new-name = A new name
ui-guest = Guest { $number }
ui-sit-down = Sit down
ui-profiles = Known players
ui-move-up = Move { $player } up
ui-move-down = Move { $player } down
ui-stand-up = { $player } stands up
ui-options = How do you play?
ui-begin = Begin!

# Quick start.
ui-quick-good = All is well: choose a game.
ui-quick-read = { $count ->
    [one] I read one die: { $faces }.
   *[other] I read { $count } dice: { $faces }.
}
ui-quick-games = Games for dice alone
ui-use-webcam = Use my webcam
ui-use-simulated = Back to the simulated table

# Camera, scale and health.
ui-camera-live = The live picture of the dice tray
ui-camera-no-picture = The camera gives no picture. Look whether it is plugged in.
ui-camera-sees = What the camera sees
ui-tray-found = The tray is in the picture.
ui-tray-missing = The tray is not found: all four corner markers must be in the picture.
ui-dice-seen-now = { $count ->
    [0] It sees no dice.
    [one] It sees one die:
   *[other] It sees { $count } dice:
}
ui-scale-curve = Weight on the plate over the last seconds
ui-scale-tare = Tare
ui-scale-tared = The scale counts anew.
ui-firmware = firmware { $version }
ui-rate = samples a second: { $rate }
ui-seconds-ago = { $seconds ->
    [0] now
   *[other] { $seconds } s ago
}
ui-device-connecting = Connecting
ui-device-identifying = Getting to know it
ui-device-streaming = Works
ui-device-silent = Silent
ui-device-lost = Lost
ui-device-incompatible = Does not fit
ui-felt-placed = placed
ui-felt-lifted = lifted
ui-felt-fell = fell
ui-felt-hand = hand
ui-felt-bumped = bumped
ui-felt-restless = restless
ui-health-looking = The referee looks at one part after another …
ui-light-green = All is well
ui-light-yellow = Needs attention
ui-light-red = Does not work
ui-light-off = Switched off
ui-part-camera = Camera
ui-part-tray = Tray
ui-part-dice = Dice
ui-part-scale = Scale
ui-part-panel = Buttons and lights
ui-part-voice = Voice
ui-part-focus = Focus
ui-part-light = Light
ui-part-noise = Noise of the scale
ui-part-drift = Drift of the scale
ui-part-rate = Speed of the scale
ui-part-plate = Plate
ui-part-hands = Hands and falls
ui-part-disk = Disk
ui-part-database = Log
ui-part-backup = Backup
ui-part-games = Games
ui-part-firmware = Firmware
ui-part-clock = Clock
ui-part-heat = Heat
ui-part-settings = Settings
ui-part-table = Table

# The simulated table.
ui-no-simulation = This table is real: its hands are yours.
ui-hands = Hands of the players
ui-hands-roll = Roll the dice
ui-hands-throw-others = Throw the others
ui-hands-place = Place it so
ui-hands-place-care = Place with care
ui-hands-place-careless = Place carelessly
ui-hands-removal = Knock pieces off, or take off what fell
ui-hands-clear = Tidy up
ui-hands-nudge = Nudge the tower
ui-hands-bump = Bump the table
ui-hands-lean = Lean on it
ui-hands-lift = Take a piece off
ui-hands-take = Take a die away
ui-care = How steady the hand is
ui-autoplay = Players by themselves
ui-autoplay-hint = Simulated players play the game; you only watch.
ui-autoplay-go = Play by themselves
ui-autoplay-stop = Stop
ui-pace = How fast they play
ui-pace-slow = At leisure
ui-pace-usual = As people do
ui-pace-fast = In haste
ui-faults = Faults
ui-faults-hint = Break something and see what the table says.
ui-fault-silence = silent
ui-fault-unplugged = unplugged
ui-fault-bit-flips = noise on the line
ui-fault-noise-bursts = bursts of noise
ui-fault-saturation = saturated
ui-fault-frozen-zero = stuck at zero
ui-fault-dead-cell = no load cell
ui-fault-camera-unplugged = unplugged
ui-fault-camera-frozen = frozen picture
ui-fault-camera-stalled = no pictures
ui-fault-covered-lens = covered lens
ui-fault-dim-light = lamp off
ui-fault-glare = glare
ui-fault-lamp-flicker = flickering lamp
ui-fault-wandering-shadow = wandering shadow

# Operator.
ui-pin = PIN
ui-login = Log in
ui-logout = Log out
ui-settings = Settings
ui-language = Language of the table
ui-voice = The table speaks
ui-muted = Muted
ui-volume = Volume
ui-countdown-length = Countdown in seconds
ui-as-game = As the game says
ui-kiosk-lock = Lock this screen to the table
ui-kiosk-rest = Minutes of rest before the attract mode
ui-kiosk-dark-from = The screen is dark from
ui-kiosk-dark-until = The screen is dark until
ui-leave-kiosk = Leave the kiosk mode
ui-upkeep = Upkeep
ui-backup = Make a backup
ui-backup-made = The backup is made.
ui-restart = Restart the table
ui-restarting = The table restarts. This page comes back by itself.
ui-old-pin = PIN until now
ui-new-pin = New PIN
ui-change-pin = Change the PIN
ui-colour-of = Colour of { $player }
ui-name-of = Name of { $player }
ui-editions = The box on this table
ui-editions-hint = The box is right: type in what is printed, and new games use it.

# Statistics.
ui-recorded-game = A recorded game
ui-stats-none = No finished game fits. Play one, or choose other filters.
ui-stats-game = Game
ui-stats-all = All games
ui-stats-from = From
ui-stats-to = To
ui-stats-export = Take along:
ui-format-csv = CSV
ui-format-jsonl = JSONL
ui-format-parquet = Parquet
ui-format-bgstats = BG Stats
ui-stats-games-played = games played
ui-stats-longest = pieces in the highest tower
ui-stats-fallen = towers fallen
ui-stats-median = a usual game of { $game }
ui-minutes = { $minutes } min
ui-stats-players = Players
ui-stats-wins = Wins
ui-stats-games = Games
ui-stats-mean = Mean score
ui-stats-best = Best
ui-stats-falls = Falls
ui-stats-scores = Scores from game to game
ui-stats-nth-game = games in order
ui-stats-heights = How high towers were when they fell
ui-stats-height = pieces
ui-stats-survival = Towers that still stand at this height
ui-stats-standing = still standing
ui-stats-blame = Who makes it fall
ui-stats-length = How long games take
ui-stats-minutes = minutes
ui-stats-days = Games per day
ui-stats-day = day
ui-stats-fairness = Are the dice fair?
ui-stats-seen = seen: { $seen }, expected: { $expected }
ui-stats-few = Dice so far: { $rolled }, too few to tell.
ui-stats-odd = Fair dice would hardly ever do this. Look at them closely.
ui-stats-fair = Nothing speaks against fair dice.
ui-stats-freedom = { $degrees ->
    [one] one degree of freedom
   *[other] { $degrees } degrees of freedom
}
ui-stats-left-out = { $count ->
    [one] One game is damaged and is not counted here
   *[other] { $count } games are damaged and are not counted here
}
ui-damaged-take = Export raw
ui-damaged-delete = Delete
ui-damaged-sure = Delete for good?
ui-stats-list = Games

# Figures of the table.
ui-stats-one-game = Choose one game to compare gold and points.
ui-dice-pips = number dice
ui-highlight-tower = The highest tower of this table: { $pieces ->
    [one] one piece
   *[other] { $pieces } pieces
}
ui-highlight-champion = { $player } has won most often: { $wins } { $wins ->
    [one] game
   *[other] games
}
ui-highlight-games = { $games ->
    [one] One game was played here
   *[other] { $games } games were played here
}
