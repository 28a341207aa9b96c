#!/usr/bin/env bash
# Publishes the working tree to a registry on loopback and keeps that up until Ctrl-C, to install what
# changed from it and try it (CONTRIBUTING.md).
set -euo pipefail
cd "$(dirname "$0")/.."
bash scripts/setup.sh

exec node scripts/registry/serve.mjs
