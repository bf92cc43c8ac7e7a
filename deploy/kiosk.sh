#!/usr/bin/env bash
# The table's page on the whole screen; waits until the table answers. Run by table-referee-kiosk.service.
set -euo pipefail

deploy=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# From the table: the address of its page with the key by which this screen is known.
screen_file=${REFEREE_SCREEN_FILE:-/run/table-referee-kiosk/address}
home=${HOME:-/run/table-referee-kiosk}

stop() {
    printf '%s\n' "$*" >&2
    exit 1
}

browser() {
    command -v chromium || command -v chromium-browser ||
        stop "There is no Chromium: install it with  sudo apt install chromium"
}

# systemd starts this again, so that a table that needs long is waited for as long as it needs.
[[ -r $screen_file ]] || stop "The table has not started yet; trying again."
"$deploy/lib/health.py" wait "$screen_file" 60 || stop "The table does not answer yet; trying again."

# Its cache is in memory, of which a small computer has little, and a browser takes what is free; the
# page with all its pictures is a tenth of this.
cache_bytes=$((32 * 1024 * 1024))

# -d: no decorations of windows; -s: the keys for other terminals still work, for whoever mends it.
exec cage -d -s -- "$(browser)" --kiosk --ozone-platform=wayland --no-first-run \
    --noerrdialogs --disable-infobars --disable-session-crashed-bubble --disable-pinch \
    --overscroll-history-navigation=0 --disable-translate --disable-component-update \
    --check-for-update-interval=31536000 --password-store=basic --autoplay-policy=no-user-gesture-required \
    --user-data-dir="$home/browser" --disk-cache-dir="$home/cache" \
    --disk-cache-size="$cache_bytes" --disable-gpu-shader-disk-cache \
    "$(cat "$screen_file")"
