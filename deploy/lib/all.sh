# shellcheck shell=bash
# Everything the scripts share, in the order in which one part needs another. To be sourced.

LIBRARY=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=places.sh
source "$LIBRARY/places.sh"
# shellcheck source=words.sh
source "$LIBRARY/words.sh"
# shellcheck source=options.sh
source "$LIBRARY/options.sh"
# shellcheck source=packages.sh
source "$LIBRARY/packages.sh"
# shellcheck source=accounts.sh
source "$LIBRARY/accounts.sh"
# shellcheck source=files.sh
source "$LIBRARY/files.sh"
# shellcheck source=units.sh
source "$LIBRARY/units.sh"
# shellcheck source=releases.sh
source "$LIBRARY/releases.sh"
