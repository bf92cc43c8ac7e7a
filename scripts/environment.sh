#!/usr/bin/env bash
# Prepares .venv for one purpose and does nothing when it is ready already.
# Usage: scripts/environment.sh runtime|test|bench
#
# The test and bench locks contain the runtime lock with the same versions, so that the three
# purposes share one .venv and never undo each other's work.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=${PYTHON:-python3}
venv=.venv

stop() {
    echo "$*" >&2
    exit 1
}

lock_for() {
    case "$1" in
        runtime) echo requirements.lock ;;
        test | bench) echo "requirements-$1.lock" ;;
        *) stop "There is no environment called '$1'; use one of: runtime, test, bench." ;;
    esac
}

check_python() {
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        stop "Table Referee needs Python 3.11 or newer, and '$python' is not one: install it, or name yours with PYTHON=..."
}

# A virtual environment holds absolute paths and a link to its Python: it is of no use once the
# folder has moved, that Python has gone, or another version is asked for.
venv_identity() {
    "$1" -c 'import sys; print(sys.version_info[:2])' && pwd
}

venv_works() {
    [[ -f $venv/identity ]] && "$venv/bin/python" -c 'import pip' 2>/dev/null &&
        [[ "$(cat $venv/identity)" == "$(venv_identity "$python")" ]]
}

make_venv() {
    echo "Creating $venv with $("$python" --version)"
    # Debian keeps this part of Python in a package of its own.
    "$python" -c 'import ensurepip' 2>/dev/null || scripts/system-packages.sh venv
    rm -rf "$venv"
    "$python" -m venv "$venv" ||
        stop "Python could not create $venv: install the venv part of '$python', or name another Python with PYTHON=..."
    venv_identity "$python" >"$venv/identity"
}

# Compared by contents, not by date: a fresh checkout of the same files installs nothing.
wanted_state() {
    cat "$(lock_for "$1")" pyproject.toml | "$venv/bin/python" -c \
        'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())'
}

is_ready() {
    [[ -f $venv/ready-$1 && "$(cat "$venv/ready-$1")" == "$(wanted_state "$1")" ]]
}

pip_install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input "$@"
}

install_for() {
    echo "Installing $(lock_for "$1") into $venv: this takes about a minute"
    if ! { pip_install --require-hashes --requirement "$(lock_for "$1")" &&
        pip_install --quiet --no-deps --no-build-isolation --editable .; }; then
        stop "The installation did not finish: check the network connection and try again."
    fi
    wanted_state "$1" >"$venv/ready-$1"
    wanted_state runtime >"$venv/ready-runtime"
}

purpose=${1:-}
lock_for "$purpose" >/dev/null
check_python
venv_works || make_venv
is_ready "$purpose" || install_for "$purpose"
