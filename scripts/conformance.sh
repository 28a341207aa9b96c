#!/usr/bin/env bash
# Holds what we send and write against schemas and recordings of others (*.conformance.ts). That data
# is no part of this repository: ROLLOUTS_CONFORMANCE names its folder, by default the one beside the
# clone. Arguments reach vitest.
set -euo pipefail
cd "$(dirname "$0")/.."
folder="${ROLLOUTS_CONFORMANCE:-../shared/conformance}"
if [ ! -d "$folder" ]; then
  echo "No conformance data at $folder, so nothing was checked. Set ROLLOUTS_CONFORMANCE to its folder." >&2
  exit 1
fi
ROLLOUTS_CONFORMANCE="$(cd "$folder" && pwd)" # tests read it, from whatever folder they run in
export ROLLOUTS_CONFORMANCE
bash scripts/setup.sh

exec node_modules/.bin/vitest run --config vitest.conformance.config.ts "$@"
