#!/usr/bin/env bash
# Installs a new version beside the old one and changes to it; if the new one is not well within a
# minute, goes back to the old one by itself. Games and settings stay where they are.
set -euo pipefail

DEPLOY=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib/all.sh
source "$DEPLOY/lib/all.sh"

usage() {
    cat <<'END'
Usage: sudo deploy/update.sh [OPTIONS] [SOURCE]

SOURCE is a source tree (otherwise the one in which this script lies) or a wheel.

  --no-backup    make no backup of the log before the change
  --no-packages  install no system packages; they are there already

Options of pip are taken from the environment, as for install.sh.
END
}

well_within_s=60
backup=yes
packages=yes

take_option() {
    case "$1" in
        --no-backup) backup=no ;;
        --no-packages) packages=no ;;
        *) return 1 ;;
    esac
}
read_words "$@"

with_kiosk() {
    if has_unit "$KIOSK"; then echo yes; else echo no; fi
}

# A newer version may write its log in a way the old one cannot read.
back_up() {
    [[ $backup == yes ]] || return 0
    say "Making a backup of the log first."
    runuser -u "$ACCOUNT" -- env HOME="$STATE" sh -c "cd '$STATE' && exec '$CURRENT/venv/bin/referee' backup '$STATE/backups' --keep 14 --table '$PROFILE'" ||
        stop "The log could not be backed up, and nothing was changed: make room on the disk or mend the log, or add --no-backup."
}

# change_to RELEASE: the table of that release, with its own units. Stopped first, so that no answer
# can come from the old one.
change_to() {
    if is_booted; then systemctl stop "$SERVICE"; fi
    switch_to "$1"
    put_units "$1/deploy" "$(with_kiosk)"
    if is_booted; then
        systemctl reset-failed "$SERVICE" 2>/dev/null || true
        systemctl start --no-block "$SERVICE"
    fi
}

# Started up by its own word, and answering.
is_well() {
    local end=$((SECONDS + well_within_s))
    while [[ $SECONDS -lt $end ]]; do
        if systemctl --quiet is-active "$SERVICE" && python3 "$1/deploy/lib/health.py" wait "$PROFILE" 2; then
            return 0
        fi
        sleep 1
    done
    return 1
}

go_back() {
    say "Version $(basename "$RELEASE") is not well after $well_within_s seconds: going back to $(basename "$old")."
    change_to "$old"
    remove_path "$RELEASE"
    if is_well "$old"; then
        stop "The update was undone, and the old version runs again. What the new one said:  journalctl -u $SERVICE --since -15min"
    fi
    stop "The update was undone, but the old version is not well either: see  journalctl -u $SERVICE  and put the log of before the update back with  sudo -u $ACCOUNT referee restore $STATE/backups/…"
}

# bash reads a script while it runs: as a function it is read before anything changes.
main() {
    need_root
    old=$(current_release)
    [[ -n $old ]] || stop "Nothing is installed here yet: run  sudo $DEPLOY/install.sh"
    source_path=$(wanted_source)
    if [[ "$RELEASES/$(release_name "$source_path")" == "$old" ]]; then
        say "This version is installed already: nothing had to be changed."
        exit 0
    fi
    [[ $packages == no ]] || install_packages "$(with_kiosk)" no
    make_release "$source_path"
    put_postgres "$RELEASE"
    back_up
    say "Changing from $(basename "$old") to $(basename "$RELEASE")."
    change_to "$RELEASE"
    if is_booted; then
        is_well "$RELEASE" || go_back
        say "The new version is well."
    else
        say "Nothing runs here now, so the new version is tried at the next start."
    fi
    if has_unit "$KIOSK"; then restart_unit "$KIOSK"; fi
    forget_old_releases "$old"
    say "To go back by hand:  sudo $DEPLOY/update.sh  of the older source tree."
}
main
exit
