# shellcheck shell=bash
# The accounts under which the table and its screen run. To be sourced after places.sh and words.sh.

has_account() {
    getent passwd "$1" >/dev/null
}

is_in_group() {
    id -nG "$1" | tr ' ' '\n' | grep -qx "$2"
}

make_account() {
    has_account "$1" && return
    getent group "$1" >/dev/null || groupadd --system "$1"
    useradd --system --gid "$1" --home-dir "$2" --no-create-home --shell /usr/sbin/nologin \
        --comment "$3" "$1"
    changed "The account $1 is made."
}

# Only groups that this system has: a laptop knows no gpio.
join_groups() {
    local account=$1 group
    shift
    for group in "$@"; do
        if getent group "$group" >/dev/null && ! is_in_group "$account" "$group"; then
            usermod --append --groups "$group" "$account"
            changed "The account $account may use what belongs to the group $group."
        fi
    done
}

make_accounts() {
    make_account "$ACCOUNT" "$STATE" "Table Referee"
    join_groups "$ACCOUNT" dialout video gpio i2c audio
}

make_kiosk_account() {
    make_account "$KIOSK_ACCOUNT" /run/table-referee-kiosk "Screen of the Table Referee"
    join_groups "$KIOSK_ACCOUNT" video render input audio
}

remove_account() {
    if has_account "$1"; then
        userdel "$1"
        changed "The account $1 is removed."
    fi
    # A group that was made beforehand outlives its account.
    if getent group "$1" >/dev/null; then groupdel "$1"; fi
}
