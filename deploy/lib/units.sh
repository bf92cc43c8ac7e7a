# shellcheck shell=bash
# systemd, udev and the journal. To be sourced after places.sh, words.sh and files.sh.

# In a chroot, or while an image is built, nothing can be started yet: it will be at the first boot.
is_booted() {
    [[ -d /run/systemd/system ]]
}

systemd_version() {
    systemctl --version | awk 'NR == 1 { print $2 }'
}

# put_units FOLDER WITH_KIOSK: the files of that release; what changed is told to whom it concerns.
put_units() {
    local before=$CHANGES name
    for name in "$SERVICE" "$BACKUP" "$TIMER" "$NIGHT" "$NIGHT_TIMER"; do
        put_file "$1/systemd/$name" "$UNITS/$name" 644 root:root
    done
    if [[ $2 == yes ]]; then
        put_file "$1/systemd/$KIOSK" "$UNITS/$KIOSK" 644 root:root
    fi
    if [[ "$(systemd_version)" -ge 254 ]]; then
        put_file "$1/systemd/backoff.conf" "$BACKOFF" 644 root:root
    fi
    if [[ $CHANGES -ne $before ]] && is_booted; then systemctl daemon-reload; fi
    put_journal_limits "$1"
    put_udev_rule "$1"
}

put_journal_limits() {
    local before=$CHANGES
    put_file "$1/systemd/journald.conf" "$JOURNALD" 644 root:root
    if [[ $CHANGES -ne $before ]]; then renew_journal; fi
}

renew_journal() {
    if is_booted; then systemctl try-restart systemd-journald.service; fi
}

put_udev_rule() {
    local before=$CHANGES
    put_file "$1/scale.rules" "$UDEV_RULE" 644 root:root
    if [[ $CHANGES -ne $before ]]; then renew_udev; fi
}

# A board that is plugged in already gets its name now.
renew_udev() {
    if is_booted && [[ -S /run/udev/control ]]; then
        udevadm control --reload || return 0
        udevadm trigger --subsystem-match=tty --action=change || return 0
    fi
}

enable_unit() {
    [[ "$(systemctl is-enabled "$1" 2>/dev/null || true)" == enabled ]] && return
    systemctl --quiet enable "$1"
    changed "$1 starts with the computer from now on."
}

disable_unit() {
    [[ "$(systemctl is-enabled "$1" 2>/dev/null || true)" == enabled ]] || return 0
    if is_booted; then systemctl stop "$1"; fi
    systemctl --quiet disable "$1"
    changed "$1 does not start any more."
}

# What is about to start, or waits to be started again, needs no help.
start_unit() {
    is_booted || return 0
    case "$(systemctl is-active "$1" || true)" in
        active | activating | reloading) return 0 ;;
    esac
    systemctl start --no-block "$1"
    changed "$1 is started."
}

restart_unit() {
    is_booted || return 0
    systemctl restart --no-block "$1"
}

has_unit() {
    [[ -f $UNITS/$1 ]]
}

remove_unit() {
    has_unit "$1" || return 0
    if is_booted; then systemctl stop "$1" || true; fi
    systemctl --quiet disable "$1" 2>/dev/null || true
    remove_path "$UNITS/$1"
}

# A desktop and the kiosk cannot both have the screen.
has_desktop() {
    [[ -e $UNITS/display-manager.service ]] && [[ "$(systemctl get-default)" == graphical.target ]]
}

# choose_kiosk yes|no|auto: what is chosen is in kiosk afterwards. With a desktop on the screen nobody
# wants it taken away unasked, and whoever asks has to switch it off first.
choose_kiosk() {
    kiosk=$1
    if [[ $kiosk == no ]]; then return 0; fi
    if ! has_desktop; then
        kiosk=yes
    elif [[ $kiosk == yes ]]; then
        stop "This computer shows a desktop, which would fight with the table's page for the screen: switch it off with  sudo systemctl set-default multi-user.target  and  sudo reboot , then run this again; or leave --kiosk out, and open the page in the desktop's browser."
    elif has_unit "$KIOSK"; then
        kiosk=yes
    else
        kiosk=no
        say "This computer has a desktop, so the table's page does not take the screen: open the page in its browser, or switch the desktop off and add --kiosk."
    fi
}
