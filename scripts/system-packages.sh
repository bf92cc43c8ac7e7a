#!/usr/bin/env bash
# Installs the system packages that one purpose needs and that are not there yet.
# Usage: scripts/system-packages.sh PURPOSE
set -euo pipefail

# One list per purpose, in Debian's package names.
packages_for() {
    case "$1" in
        venv) echo python3-venv ;;
        # The compiler of the firmware and the simulated chip on which it is tested; the voice; the
        # database of a café; a browser for the dashboard; what writes the firmware; what draws PDF; networks;
        # servers of streams for network cameras.
        test)
            echo gcc libc6-dev make gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev
            echo espeak-ng postgresql chromium-headless-shell shellcheck avrdude poppler-utils iproute2
            echo ffmpeg openssl python3-gi gir1.2-gst-rtsp-server-1.0
            echo gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-ugly
            ;;
        # Also what runs another processor's programs, and what makes the parts of a table.
        deploy) echo debootstrap systemd-container e2fsprogs iproute2 shellcheck qemu-user-static openscad ;;
        parts) echo openscad ;;
        *)
            echo "There is no list of system packages for '$1'; use one of: venv, test, deploy, parts." >&2
            exit 2
            ;;
    esac
}

is_installed() {
    [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

say_how_by_hand() {
    echo "$1 Please install these system packages by hand and try again: ${missing[*]}" >&2
    exit 1
}

as_root() {
    if [[ "$(id -u)" -eq 0 ]]; then
        env "$@"
    elif command -v sudo >/dev/null; then
        sudo env "$@"
    else
        say_how_by_hand "There is no sudo here."
    fi
}

missing=()
for package in $(packages_for "${1:-}"); do
    command -v dpkg-query >/dev/null && is_installed "$package" || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

command -v apt-get >/dev/null || say_how_by_hand "This system has no apt-get."
echo "Installing system packages: ${missing[*]}"
# An old package list is often still good enough, so a failed update alone is no reason to stop.
as_root apt-get update -qq || true
as_root DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" ||
    say_how_by_hand "apt-get could not install them."
