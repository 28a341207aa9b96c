#!/usr/bin/env bash
# What CI checks beside the tests. Runs them all, so that one run shows everything that is wrong.
set -uo pipefail
cd "$(dirname "$0")/.."
bash scripts/setup.sh || exit
export PATH="$PWD/node_modules/.bin:$PATH"

failed=()
check() {
  echo "$ $*"
  "$@" || failed+=("$*")
}

check biome ci .
check node scripts/check-contract.mjs
check node scripts/check-contract.mjs docs/promises.md
check node scripts/check-snippets.mjs
check node scripts/check-links.mjs
check typedoc --emit none
check depcruise --config .dependency-cruiser.cjs packages examples
check knip --no-config-hints
check node scripts/check-packages.mjs
check node scripts/api-reports.mjs
# The oldest TypeScript that users may have; the newest runs with the tests.
check node node_modules/typescript-5.9/lib/tsc.js

if [ ${#failed[@]} -gt 0 ]; then
  printf 'failed: %s\n' "${failed[@]}"
  exit 1
fi
echo "All checks hold."
