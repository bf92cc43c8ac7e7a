# What touch tells about a recorded trace.

touch-kind-placed = placed
touch-kind-lifted = lifted
touch-kind-fell = FELL
touch-kind-hand = a hand
touch-kind-bumped = a bump
touch-kind-restless = restless
touch-piece-unknown = something unknown

touch-suspect = suspect: { $reason }
touch-impacts = { $count ->
    [one] one impact
   *[other] { $count } impacts
}
touch-summary = { $rows ->
    [one] { $rows } line
   *[other] { $rows } lines
} over { $duration } s: { $verdicts ->
    [one] { $verdicts } verdict
   *[other] { $verdicts } verdicts
}, { $falls ->
    [one] { $falls } fall
   *[other] { $falls } falls
}; { $level } g at the end.

touch-reason-weightless-at-placement = went weightless around a placement
touch-reason-slid-off-after-placement = slid off after a placement
touch-reason-from-too-high = came down from higher than a hand drops
touch-reason-heavier-than-pieces = heavier than any pieces
touch-reason-weight-added = weight was added
touch-reason-hand-left = the hand left
touch-reason-lost-too-much = more weight was lost than a hand lifts
touch-reason-lost-with-jolt = weight was lost with a jolt
touch-reason-lost-too-fast = weight was lost faster than a hand lifts
touch-reason-taken-smoothly = weight was taken away smoothly
touch-reason-mass-came-down = the centre of mass came down
touch-reason-nothing-came-down = nothing came down and nobody pushed
touch-reason-shaken = shaken
touch-reason-came-down-under-push = came down under a push
touch-reason-pressed = somebody pressed from above
touch-reason-shaken-weight-stayed = shaken, but the weight stayed
touch-reason-hit-like-a-fall = hit as only falling pieces hit
touch-reason-shaken-like-a-fall = shaken as falling pieces shake
touch-reason-dropped-or-fell = hit as a dropped or a falling piece hits; please look
touch-reason-bump-or-fall = shaken, by a bump or by a fall; please look
touch-reason-hand-or-fall = moved as by a hand or by a fall; please look
touch-reason-no-such-weight = no piece weighs that
touch-reason-lighter = lighter than before
touch-reason-hit = hit
touch-reason-lighter-again = lighter again
