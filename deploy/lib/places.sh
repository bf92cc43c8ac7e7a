# shellcheck shell=bash
# Where everything of an installed table is. To be sourced.
# shellcheck disable=SC2034  # used by whoever sources this

PROGRAM=/opt/table-referee
RELEASES=$PROGRAM/releases
CURRENT=$PROGRAM/current
COMMAND=/usr/local/bin/referee
STATE=/var/lib/table-referee
SETTINGS=/etc/table-referee
PROFILE=$SETTINGS/table.toml
UNITS=/etc/systemd/system
SERVICE=table-referee.service
KIOSK=table-referee-kiosk.service
BACKUP=table-referee-backup.service
TIMER=table-referee-backup.timer
NIGHT=table-referee-night.service
NIGHT_TIMER=table-referee-night.timer
BACKOFF=$UNITS/$SERVICE.d/backoff.conf
JOURNALD=/etc/systemd/journald.conf.d/table-referee.conf
UDEV_RULE=/etc/udev/rules.d/90-table-referee.rules
ACCOUNT=referee
KIOSK_ACCOUNT=referee-kiosk
