#!/usr/bin/env bash
# polars for Node.js 0.26.1 (npm: nodejs-polars with nodejs-polars-linux-x64-gnu), readJSON with format "lines".
# Expected: a frame of two rows, as the example in the documentation of readJSON shows.
# Observed: "TypeError: method is not a function", for a text and for a path: the native library has no readJsonLines. A Buffer
#   and scanJson work.
# Exits 0 while that is so. Needs Node.js with npm, Linux on x64 with glibc.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
version=${POLARS:-0.26.1}
npm install --prefix "$work" --no-audit --no-fund --loglevel error \
  "nodejs-polars@$version" "nodejs-polars-linux-x64-gnu@$version" > /dev/null 2>&1
cat > run.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import pl from 'nodejs-polars';
const lines = '{"a": 1}\n{"a": 2}\n';
writeFileSync('two.ndjson', lines);
const tell = (name, read) => {
  try {
    console.log(name, read().height);
  } catch (error) {
    console.log(name, String(error));
  }
};
tell('text', () => pl.readJSON(lines, { format: 'lines' }));
tell('path', () => pl.readJSON('two.ndjson', { format: 'lines' }));
tell('buffer', () => pl.readJSON(Buffer.from(lines), { format: 'lines' }));
tell('scan', () => pl.scanJson('two.ndjson').collectSync());
JS
npm ls --prefix "$work" --depth 0 | grep polars
node run.mjs | tee said.txt
for name in text path; do grep -qx "$name TypeError: method is not a function" said.txt; done
for name in buffer scan; do grep -qx "$name 2" said.txt; done
