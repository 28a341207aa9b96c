#!/usr/bin/env bash
# Every test of the packages and examples, then all types with their tests (*.test-d.ts).
# Arguments reach vitest, so `npm test -- packages/core` runs one package's tests.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -f .test-results/vitest.json # a run that dies early must not be summed up by an older one
bash scripts/setup.sh

status=0
node_modules/.bin/vitest run --reporter=default --reporter=json \
  --outputFile.json=.test-results/vitest.json "$@" || status=$?
if ! node_modules/.bin/tsc; then
  echo "The types do not hold: see above."
  status=1
fi
node scripts/summary.mjs || status=$?
exit "$status"
