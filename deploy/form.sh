#!/bin/sh
# What this computer is, for the form in docs/manual-checks.md: no names, addresses or keys.
say() {
    printf '%s: ' "$1"
    shift
    "$@" 2>/dev/null | tr -d '\0' | tr '\n' ' '
    echo
}

say computer cat /proc/device-tree/model
say system sed -n 's/^PRETTY_NAME=//p' /etc/os-release
say kernel uname -rm
say memory sed -n 's/^MemTotal: *//p' /proc/meminfo
say card df --output=size,avail,fstype -h /
say program referee --version
say power vcgencmd get_throttled
say heat vcgencmd measure_temp
say start systemd-analyze time
say service systemctl show table-referee -p NRestarts,CPUUsageNSec,MemoryCurrent
say packages dpkg-query --show python3-picamera2 python3-libcamera python3-lgpio chromium cage
say usb lsusb
echo "warnings of today:"
journalctl -u table-referee -u table-referee-backup -u table-referee-night --since today -p warning -o cat 2>/dev/null |
    sort | uniq -c | sort -rn | head -n 20
