# shellcheck shell=bash
# The system packages of a table. To be sourced with words.sh and releases.sh.

# What the program cannot do without.
base_packages() {
    echo python3 python3-venv ca-certificates espeak-ng avrdude
}

# The Pi's own camera and pins; other computers do not have these packages and do not need them.
pi_packages() {
    echo python3-picamera2 python3-lgpio
}

# A browser that fills the screen, a session at the seat for it, and letters for it to show.
kiosk_packages() {
    # Cage does not start without the X server in it, whether it is used or not.
    echo cage xwayland libpam-systemd fonts-dejavu-core
    # Older Raspberry Pi OS has its own build under another name.
    if is_known_package chromium; then echo chromium; else echo chromium-browser; fi
}

# A log on a server is copied with that server's own programs, before an update for example.
server_packages() {
    if wants_postgres; then echo postgresql-client; fi
}

# The firmware comes built with the program; whoever wants to change it needs these.
compiler_packages() {
    echo make gcc-avr avr-libc binutils-avr
}

is_installed() {
    [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

is_known_package() {
    is_installed "$1" || [[ -n "$(apt-cache madison "$1" 2>/dev/null)" ]]
}

# wanted_packages WITH_KIOSK WITH_COMPILER: one name a line.
wanted_packages() {
    local name
    { base_packages && server_packages && if [[ $1 == yes ]]; then kiosk_packages; fi &&
        if [[ $2 == yes ]]; then compiler_packages; fi; } | tr ' ' '\n'
    for name in $(pi_packages); do
        if is_known_package "$name"; then echo "$name"; fi
    done
}

# Whether everything is there is asked before the lists are fetched: a second run needs no network.
install_packages() {
    local wanted missing=() name
    wanted=$(wanted_packages "$1" "$2")
    for name in $wanted; do
        is_installed "$name" || missing+=("$name")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    say "Installing system packages: ${missing[*]}"
    fetch_and_install "$1" "$2"
    changed "System packages are installed: ${missing[*]}."
}

fetch_and_install() {
    local wanted missing=() name
    # An old list is often still good enough, so a failed update alone is no reason to stop.
    apt-get update -qq || say "The package lists could not be renewed; going on with the old ones."
    # With fresh lists the Pi's own packages may have become known.
    wanted=$(wanted_packages "$1" "$2")
    for name in $wanted; do
        is_installed "$name" || missing+=("$name")
    done
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends \
        "${missing[@]}" >/dev/null ||
        stop "apt-get could not install ${missing[*]}: check the network connection and run this again, or install them by hand and add --no-packages."
}
