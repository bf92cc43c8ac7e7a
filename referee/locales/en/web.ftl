# What the dashboard’s server says, where the page has no words of its own.

web-wrong-host = This table does not answer under that name. Please open the address that the table shows.
web-wrong-origin = Another website tried to use this table. Please open the table’s own page.
web-too-large = That is more than the table can take at once. Please send less.
web-not-json = The table understands JSON only. Please send it as application/json.
web-not-understood = The table did not understand that. Please compare it with the documentation of the API.
web-no-such-place = There is nothing at this address. Please go back to the table’s first page.
web-no-such-method = This address cannot be used like that. Please compare it with the documentation of the API.
web-mistake = The program made a mistake. The game goes on; please try again.
web-disk-full = The disk is full, so nothing was changed. Please delete files that are not needed, and try again.
web-disk-unwritable = The disk cannot be written, so nothing was changed. Please check the memory card and the rights of its folder, and try again.
web-settings-lost = The settings could not be read; the table goes by those of its profile and the numbers of the shipped editions.
web-settings-lost-next = Open the settings, and set them again; the numbers of your boxes too.
web-only-table = Only the table’s own screen or the operator may do that. Please go there, or log in.
web-only-operator = Only the operator may do that. Please log in with the PIN.
web-only-own-seat = You may act only for your own seat. Please ask the player whose turn it is.
web-seen-by-camera = The camera reads the dice itself. Please tell it on the table’s own screen if it is wrong.
web-seen-by-scale = The scale feels this itself. Please tell it on the table’s own screen if it is wrong.
web-not-the-accused = Somebody else has to say that. Please ask another player, or use the table’s own screen.
web-needs-agreement = Both must agree. Please propose it; the other player accepts it.
web-wrong-code = This is not the code of this seat. Please look at the table’s own screen, or scan again.
web-wrong-key = This is not the key of this table. Please open the address that the table printed when it started.
web-network-closed = Phones do not reach this table yet. Please touch “Let phones join” on its own screen.
web-network-fixed = This table listens only to itself. Please take “web.screen” out of its profile first.
web-network-taken = The network could not be opened: another program uses this port there. Please choose another port.
web-wrong-pin = That PIN is not right. Please try again.
web-wait = Too many wrong PINs. Please wait { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
} and try again.
web-no-pin = This table has no PIN yet. Please set one first.
web-no-game = No game is under way. Please begin one first.
web-game-under-way = This game is under way. Please put it aside first.
web-no-such-seat = Nobody sits there in this game. Please choose one of the seats shown.
web-no-such-picture = This picture is no longer kept. Please reload the page.
web-no-such-language = There is no such language here; choose another.
web-seat-taken = Another phone plays this seat. Please release it there, or on the table’s own screen.
web-unfit-pin = A PIN has { $least } to { $most } letters or digits. Please choose another.
web-no-day = That is not a day. Please write it like 2025-01-31.
web-no-colour = That is not a colour. Please write it like #2f9e44.
web-no-such-player = There is no such player any more. Please choose another one.
web-player-sits = This player sits in game { $id }, which is under way. Please put it aside or finish it, and delete the player then.
web-player-sits-elsewhere = This player sits in game { $id } of the table “{ $table }”, which is not finished. Please finish or delete it there, and delete the player then.
web-has-no-camera = This table has no camera. Readings are entered by hand.
web-has-no-scale = This table has no scale. Falls are told by hand.
web-has-no-picture = The camera has not sent a picture yet. Please wait a moment.
web-is-not-simulated = This table is real. Please use your own hands.
web-cannot-backup = This table was started without a place for backups. Please name one in its settings.
web-cannot-restart = This table cannot start itself anew. Please start the program again.
web-no-other-table = There is no other table to change to. Plug a camera in, or start the program with the words you need.
web-not-an-option = This option cannot be chosen here: { $option }. Please take one of those that the start page shows.
web-no-such-edition = There is no such edition. Please take one of those that the start page shows.
web-full = Too many people look on already. Please try again later.
web-secret-choice = a secret choice
web-rewound-undo = Something was undone.
web-rewound-reading = A reading was corrected.
web-rewound-culprit = A fault was corrected.
web-no-parquet = Parquet files need one more part: install table-referee[parquet], and try again.
web-page-missing = The pages of the dashboard are not built yet. Run “make page” in the source folder, or install the finished package.

# What cannot be agreed before a game.
setup-players = { $title } is for { $least } to { $most } players, not { $count }.
setup-no-game = There is no game called “{ $name }”; choose { $games }.
game-broken = The game “{ $game }” of the package { $package } is broken ({ $detail }): update or uninstall that package.
game-too-new = The game “{ $game }” of the package { $package } was made for a newer referee: update the referee.
game-name-taken = The game “{ $game }” of the package { $package } has a name that is taken: uninstall one of the two.
setup-no-name = Choose a name of 1 to { $most } characters, with at least one letter and nothing invisible.
setup-reserved-name = “{ $name }” is a word the referee listens to; choose another name.
setup-same-name = Two players are called { $name }; give everybody a name of their own.
setup-option = The option { $option } of { $title } cannot be used like this; choose again.
setup-seat = Nobody sits where “{ $option }” says; choose again.

# Hands of the simulated table.
twin-no-game = No game is under way: begin one first.
twin-nothing-to-roll = There is nothing to roll now: look at what the table waits for.
twin-nothing-to-place = There is nothing to place now: look at what the table waits for.
