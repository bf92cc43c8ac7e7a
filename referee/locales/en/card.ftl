# Cards in English: what the camera makes of them, and what to do next.

card-finding-untaught = This card was never taught: show it alone and teach it, or put it away.
card-finding-back = A card lies face down: turn it over.
card-finding-alike = This card is “{ $card }” or “{ $second }”: lay it flat in better light, or say which it is.

card-taught-good = The cards can be told apart: { $percent } % of the pictures were recognised without having been taught.
card-taught-confused = Some cards were taken for others; { $percent } % of the pictures were recognised: teach them again from larger, sharper pictures.
card-taught-alike = “{ $first }” and “{ $second }” look most alike.

card-summary = { $count ->
    [0] no cards
    [one] one card
   *[other] { $count } cards
}
