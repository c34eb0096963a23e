#!/usr/bin/env bash
# DuckDB 1.5.6 (npm: @duckdb/node-api 1.5.6-r.1), read_csv with its own guess of types.
# Expected: where a later row does not fit the type that was guessed from the first rows, the reading fails, as it does for a
#   text in a column of numbers ("Could not convert string"), or the type becomes wider.
# Observed: a fraction is rounded, silently. A column of 20,480 whole numbers, and then 7.5, is BIGINT, and the last row is 8.
#   With a fraction in one of the first rows it is DOUBLE. So the same file reads right or wrong by the order of its rows.
# Exits 0 while that is so. Needs Node.js with npm.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix "$work" --no-audit --no-fund --loglevel error "@duckdb/node-api@${DUCKDB:-1.5.6-r.1}" > /dev/null
cat > run.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
const whole = Array.from({ length: 20_480 }, () => '30');
writeFileSync('late.csv', ['seconds', ...whole, '7.5', ''].join('\n'));
writeFileSync('early.csv', ['seconds', '7.5', ...whole, ''].join('\n'));
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const read = async (sql) => (await connection.runAndReadAll(sql)).getRows().map(String);
console.log('DuckDB', ...(await read('select version()')));
for (const file of ['late', 'early']) {
  const [found] = await read(`select typeof(min(seconds)), min(seconds) from read_csv('${file}.csv')`);
  console.log(file, found);
}
JS
node run.mjs | tee said.txt
grep -qx 'late BIGINT,8' said.txt
grep -qx 'early DOUBLE,7.5' said.txt
