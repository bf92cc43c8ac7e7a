showroom-choose-row = { $player }, which fruit?
showroom-action-take-row = row { $row }
showroom-event-row-taken = { $seat } sells for { $points }.
showroom-refuse-not-now = It is { $player }’s turn; wait for it.
