#!/usr/bin/env bash
# Publishes the working tree to a registry on loopback, and installs and uses it as users would, on
# Node 20, 22 and 24. About 2 minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
bash scripts/setup.sh

exec node scripts/registry/test.mjs
