#!/usr/bin/env bash
# Makes the clone ready: dependencies as locked, packages built. Cheap when there is nothing to do,
# so every other script begins with it. Says something only on the first run and when a step fails.
set -euo pipefail
cd "$(dirname "$0")/.."
export TURBO_TELEMETRY_DISABLED=1

quietly() {
  local output
  if ! output="$("$@" 2>&1)"; then
    printf '%s\n' "$output" >&2
    exit 1
  fi
}

if [ ! -d node_modules ]; then
  echo "First run: installing dependencies and building the packages." >&2
fi
# Both find out by themselves, in well under a second, whether anything changed.
quietly pnpm install --frozen-lockfile --reporter=append-only
quietly node_modules/.bin/turbo run build --output-logs=errors-only
