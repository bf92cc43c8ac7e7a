#!/usr/bin/env bash
# Writes the lock files: versions and hashes for every supported Python and machine, and no server.
# Versions that are locked already stay as they are; UPGRADE=1 takes the newest of everything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=${PYTHON:-python3}
tools=.venv-lock
uv_version=0.13.7

prepare_uv() {
    [[ "$("$tools/bin/uv" --version 2>/dev/null)" == "uv $uv_version"* ]] && return
    rm -rf "$tools"
    "$python" -m venv "$tools"
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check "uv==$uv_version"
}

# Later files take the versions of earlier ones, so that all of them fit into one environment.
lock() {
    local output=$1
    shift
    UV_CUSTOM_COMPILE_COMMAND="make lock" "$tools/bin/uv" pip compile --quiet \
        --universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url \
        --group build ${UPGRADE:+--upgrade} --output-file "$output" pyproject.toml "$@"
}

prepare_uv
# The program and its simulated table: a first try has no devices, and so has a table until they are named.
lock requirements.lock --extra simulation
lock requirements-test.lock --extra test --constraints requirements.lock
lock requirements-bench.lock --extra bench --constraints requirements-test.lock
