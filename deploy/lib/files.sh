# shellcheck shell=bash
# Files and folders that are only touched if they differ. To be sourced after words.sh.

# put_folder PATH MODE OWNER:GROUP
put_folder() {
    local now
    now=$(stat --format='%a %U:%G' "$1" 2>/dev/null || true)
    [[ "$now" == "$2 $3" ]] && return
    mkdir -p "$1"
    chown "$3" "$1"
    chmod "$2" "$1"
    changed "The folder $1 is ready."
}

# put_file SOURCE TARGET MODE OWNER:GROUP; in one step, so that a power cut leaves the old or the new.
put_file() {
    local now
    now=$(stat --format='%a %U:%G' "$2" 2>/dev/null || true)
    [[ "$now" == "$3 $4" ]] && cmp -s "$1" "$2" && return
    mkdir -p "$(dirname "$2")"
    cp "$1" "$2.new"
    chown "$4" "$2.new"
    chmod "$3" "$2.new"
    # Its contents are on the disk before its name is: else a power cut may leave an empty file.
    sync "$2.new"
    mv -f "$2.new" "$2"
    changed "The file $2 is written."
}

# put_link TARGET LINK; in one step as well, and only when all that it leads to is on the disk.
put_link() {
    [[ "$(readlink "$2" 2>/dev/null)" == "$1" ]] && return
    mkdir -p "$(dirname "$2")"
    if [[ -e $1 ]]; then sync --file-system "$1"; fi
    ln -s -f -n "$1" "$2.new"
    mv -f -T "$2.new" "$2"
    sync --file-system "$(dirname "$2")"
    changed "$2 now leads to $1."
}

remove_path() {
    if [[ -e $1 || -L $1 ]]; then
        rm -rf "$1"
        changed "$1 is removed."
    fi
}

# A folder that others may use too goes only when it is empty.
remove_if_empty() {
    if [[ -d $1 ]]; then rmdir --ignore-fail-on-non-empty "$1"; fi
}
