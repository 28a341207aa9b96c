#!/usr/bin/env bash
# Opens what we write as HTML in a real browser (*.browser.ts). Needs Chromium: CHROMIUM names the
# program, by default Debian's. Arguments reach vitest.
set -euo pipefail
cd "$(dirname "$0")/.."
CHROMIUM="${CHROMIUM:-$(command -v chromium || true)}"
if [ -z "$CHROMIUM" ]; then
  echo "There is no Chromium, so nothing was tested. Install it (on Debian: apt-get install chromium), or set CHROMIUM to the path of one." >&2
  exit 1
fi
export CHROMIUM
bash scripts/setup.sh

exec node_modules/.bin/vitest run --config vitest.browser.config.ts "$@"
