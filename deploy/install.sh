#!/usr/bin/env bash
# Installs the Table Referee on Raspberry Pi OS or Debian (12, Bookworm, or newer; 64 bit) so that it
# starts with the computer. A second run changes nothing.
set -euo pipefail

DEPLOY=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib/all.sh
source "$DEPLOY/lib/all.sh"

usage() {
    cat <<'END'
Usage: sudo deploy/install.sh [OPTIONS] [SOURCE]

SOURCE is a source tree (otherwise the one in which this script lies) or a wheel.

  --kiosk          the table's page fills the screen of this computer, which has no desktop (the default there)
  --no-kiosk       no screen: players use their phones or another computer
  --with-compiler  also what builds the scale's firmware, for those who want to change it
  --no-packages    install no system packages; they are there already
  --no-start       start nothing now, only with the computer

Options of pip are taken from the environment. Without a network, for example:
  sudo env PIP_NO_INDEX=1 PIP_FIND_LINKS=/media/stick/wheels deploy/install.sh --no-packages WHEEL
END
}

kiosk=auto
compiler=no
packages=yes
start=yes

take_option() {
    case "$1" in
        --kiosk) kiosk=yes ;;
        --no-kiosk) kiosk=no ;;
        --with-compiler) compiler=yes ;;
        --no-packages) packages=no ;;
        --no-start) start=no ;;
        *) return 1 ;;
    esac
}
read_words "$@"

check_system() {
    command -v apt-get systemctl >/dev/null ||
        stop "This installer is for Raspberry Pi OS and Debian with systemd; elsewhere start the table with  make run"
    [[ "$(getconf LONG_BIT)" -eq 64 ]] ||
        stop "The Table Referee needs a 64-bit system: write Raspberry Pi OS (64-bit) to the card and run this again."
}

make_folders() {
    put_folder "$STATE" 750 "$ACCOUNT:$ACCOUNT"
    # From now on the doctor looks for the nightly backups in it.
    put_folder "$STATE/backups" 700 "$ACCOUNT:$ACCOUNT"
    put_folder "$SETTINGS" 750 "$ACCOUNT:$ACCOUNT"
    own_kept_data
    if [[ ! -e $PROFILE ]]; then
        put_file "$RELEASE/deploy/table.toml" "$PROFILE" 640 "$ACCOUNT:$ACCOUNT"
        say "The table is simulated until you name its devices in $PROFILE and calibrate them."
    fi
}

# What an earlier installation left behind may belong to an account that is gone.
own_kept_data() {
    local stray
    stray=$(find "$STATE" "$SETTINGS" \( -nouser -o -user root \) -print -quit)
    [[ -z $stray ]] && return
    chown -R "$ACCOUNT:$ACCOUNT" "$STATE" "$SETTINGS"
    changed "What was kept in $STATE and $SETTINGS belongs to the table again."
}

start_everything() {
    local units=("$SERVICE" "$NIGHT_TIMER") unit
    # A log on a server is backed up there.
    if wants_postgres; then disable_unit "$TIMER"; else units+=("$TIMER"); fi
    if [[ $kiosk == yes ]]; then units+=("$KIOSK"); fi
    for unit in "${units[@]}"; do enable_unit "$unit"; done
    [[ $start == yes ]] || return 0
    for unit in "${units[@]}"; do start_unit "$unit"; done
}

tell_result() {
    if [[ $CHANGES -eq 0 ]]; then
        say "Everything is installed already: nothing had to be changed."
        return
    fi
    say "The Table Referee is installed. Its page: $(python3 "$RELEASE/deploy/lib/health.py" address "$PROFILE")"
    say "Next: name the devices in $PROFILE, then look after every part with"
    say "  sudo -u $ACCOUNT referee doctor --table $PROFILE"
}

# bash reads a script while it runs: as a function it is read before anything changes.
main() {
    need_root
    check_system
    source_path=$(wanted_source)
    if [[ -n "$(current_release)" && "$(current_release)" != "$RELEASES/$(release_name "$source_path")" ]]; then
        stop "Another version is installed already: change to this one with  sudo $DEPLOY/update.sh $source_path"
    fi
    choose_kiosk "$kiosk"
    [[ $packages == no ]] || install_packages "$kiosk" "$compiler"
    make_release "$source_path"
    put_postgres "$RELEASE"
    make_accounts
    if [[ $kiosk == yes ]]; then make_kiosk_account; fi
    make_folders
    switch_to "$RELEASE"
    put_link "$CURRENT/venv/bin/referee" "$COMMAND"
    put_units "$RELEASE/deploy" "$kiosk"
    start_everything
    tell_result
}
main
exit
