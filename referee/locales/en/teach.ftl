# Teaching the faces of a die, in English.

teach-title = { $name }: what each picture was taken for by the others
teach-column-shown = shown
teach-column-pictures = pictures
teach-column-untaught = untaught
teach-column-sure = will be certain
teach-verdict-clear = The { $faces } faces of { $name } are told apart safely; { $first } and { $second } are the most alike.
teach-verdict-narrow = The { $faces } faces of { $name } can be told apart, but { $first } and { $second } look alike: add pictures of these two, with the die turned and the lamp moved.
teach-verdict-alike = The referee cannot tell all faces of { $name } apart; { $first } and { $second } look too much alike: take sharper pictures from straight above, or mark one of the two faces.
teach-written = Learned from { $pictures ->
    [one] one picture
   *[other] { $pictures } pictures
}; kept in { $file }.
