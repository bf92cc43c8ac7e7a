# Apprendre les faces d’un dé, en français.

teach-title = { $name } : pour quoi chaque image a été prise par les autres
teach-column-shown = montrée
teach-column-pictures = images
teach-column-untaught = inconnue
teach-column-sure = sera certaine
teach-verdict-clear = Les { $faces } faces du jeu « { $name } » se distinguent sûrement ; { $first } et { $second } se ressemblent le plus.
teach-verdict-narrow = Les { $faces } faces du jeu « { $name } » se distinguent, mais { $first } et { $second } se ressemblent : ajoutez des images de ces deux-là, en tournant le dé et en déplaçant la lampe.
teach-verdict-alike = L’arbitre ne peut pas distinguer toutes les faces du jeu « { $name } » ; { $first } et { $second } se ressemblent trop : prenez des images plus nettes, bien d’en haut, ou marquez l’une des deux faces.
teach-written = Images apprises : { $pictures } ; gardé dans { $file }.
