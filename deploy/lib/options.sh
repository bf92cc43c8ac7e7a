# shellcheck shell=bash
# The words with which a script is called. To be sourced after words.sh; the script itself has `usage`,
# and `take_option`, which is false for a word it does not know.

SOURCE_GIVEN=

read_words() {
    while [[ $# -gt 0 ]]; do
        case "$1" in
            -h | --help)
                usage
                exit 0
                ;;
            -*) take_option "$1" || refuse "There is no option $1; see  $0 --help" ;;
            *)
                [[ -z $SOURCE_GIVEN ]] || refuse "Give one source tree or wheel, not several; see  $0 --help"
                SOURCE_GIVEN=$1
                ;;
        esac
        shift
    done
}

# The source that was given, or the tree in which the scripts lie.
wanted_source() {
    checked_source "${SOURCE_GIVEN:-$DEPLOY/..}"
}
