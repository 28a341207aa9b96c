#!/usr/bin/env bash
# Measures the engine against floors of the same run and prints a table (bench/README.md). Arguments
# are goals, so `npm run bench -- 1` measures one. Fails only when a program crashed.
set -euo pipefail
cd "$(dirname "$0")/.."
bash scripts/setup.sh

exec node bench/engine.mjs "$@"
