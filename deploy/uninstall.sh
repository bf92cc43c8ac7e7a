#!/usr/bin/env bash
# Removes the Table Referee. Recorded games, backups and the table's profile stay, unless --purge.
set -euo pipefail

DEPLOY=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
for part in places words accounts files units; do
    # shellcheck source=/dev/null
    source "$DEPLOY/lib/$part.sh"
done

usage() {
    cat <<'END'
Usage: sudo deploy/uninstall.sh [--purge]

  --purge  also remove every recorded game, all backups, and the table's profile
END
}

purge=no

while [[ $# -gt 0 ]]; do
    case "$1" in
        --purge) purge=yes ;;
        -h | --help)
            usage
            exit 0
            ;;
        *) refuse "There is no option $1; see  $0 --help" ;;
    esac
    shift
done

remove_units() {
    local unit
    for unit in "$KIOSK" "$TIMER" "$BACKUP" "$SERVICE"; do remove_unit "$unit"; done
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
