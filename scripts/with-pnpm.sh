#!/usr/bin/env bash
# Runs a command with the pinned pnpm on the PATH of all its children (turbo calls pnpm by itself).
# npx keeps pnpm in npm's cache, so nothing is installed outside this clone.
set -euo pipefail
cd "$(dirname "$0")/.."

pinned="$(node -p 'require("./package.json").packageManager.split("@")[1]')"
# Asked outside the clone: inside it, another pnpm would try to switch itself to the pinned version.
found="$(cd / && pnpm --version 2>/dev/null || true)"

if [ "$found" = "$pinned" ]; then
  exec "$@"
fi
exec npx --yes --package "pnpm@$pinned" -- "$@"
