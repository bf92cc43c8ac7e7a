#!/usr/bin/env bash
# Removes the Table Referee. Recorded games, backups and the table's profile stay, unless --purge.
set -euo pipefail

DEPLOY=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib/all.sh
source "$DEPLOY/lib/all.sh"

usage() {
    cat <<'END'
Usage: sudo deploy/uninstall.sh [--purge]

  --purge  also remove every recorded game, all backups, and the table's profile
END
}

purge=no

take_option() {
    if [[ $1 != --purge ]]; then return 1; fi
    purge=yes
}
read_words "$@"
[[ -z $SOURCE_GIVEN ]] || refuse "There is nothing to choose but --purge; see  $0 --help"

remove_units() {
    local unit
    for unit in "$KIOSK" "$TIMER" "$BACKUP" "$NIGHT_TIMER" "$NIGHT" "$SERVICE"; do remove_unit "$unit"; done
    remove_path "$UNITS/$SERVICE.d"
    remove_path "/var/lib/systemd/timers/stamp-$TIMER"
    if is_booted; then systemctl daemon-reload; fi
}

remove_rules() {
    remove_path "$UDEV_RULE"
    renew_udev
    if [[ -e $JOURNALD ]]; then
        remove_path "$JOURNALD"
        remove_if_empty "$(dirname "$JOURNALD")"
        renew_journal
    fi
}

remove_or_keep_data() {
    local folder
    for folder in "$STATE" "$SETTINGS"; do
        [[ -e $folder ]] || continue
        if [[ $purge == yes ]]; then
            remove_path "$folder"
        else
            # Its account goes; nobody who gets the same number later may read it.
            chown -R root:root "$folder"
            say "Kept: $folder. Remove it too with  sudo rm -r $folder"
        fi
    done
}

# bash reads a script while it runs, and this one may lie in a folder that is about to go.
main() {
    need_root
    remove_units
    remove_rules
    remove_or_keep_data
    if [[ "$(readlink "$COMMAND" 2>/dev/null)" == "$PROGRAM/"* ]]; then remove_path "$COMMAND"; fi
    remove_path "$PROGRAM"
    remove_account "$KIOSK_ACCOUNT"
    remove_account "$ACCOUNT"
    if [[ $CHANGES -eq 0 ]]; then
        say "The Table Referee is not installed here: nothing had to be changed."
    else
        say "The Table Referee is removed. The system packages it used stay, because other programs may use them."
    fi
}
main
exit
