# shellcheck shell=bash
# What the scripts say, and what they remember of their changes. To be sourced.

CHANGES=0

say() {
    printf '%s\n' "$*"
}

stop() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Bad input, as the program itself has it: exit code 2.
refuse() {
    printf '%s\n' "$*" >&2
    exit 2
}

changed() {
    CHANGES=$((CHANGES + 1))
    say "$*"
}

need_root() {
    [[ "$(id -u)" -eq 0 ]] || stop "This needs the rights of an administrator: run it again as  sudo $0"
}
