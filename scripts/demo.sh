#!/usr/bin/env bash
# Runs the example environment offline and exports its learning zone. Further arguments reach the
# command, so `npm run demo -- --model openai:gpt-5.5` asks a real model.
set -euo pipefail
cd "$(dirname "$0")/.."
bash scripts/setup.sh

# From the root and not from the example's folder: every path in the output can be opened from here.
example=examples/async-rollouts
exec node packages/cli/dist/bin.js run "$example/environment.ts" \
  --k 4 --concurrency 4 --export "$example/data/learning_zone.jsonl" "$@"
