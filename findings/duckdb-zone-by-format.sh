#!/usr/bin/env bash
# DuckDB 1.5.6 (npm: @duckdb/node-api 1.5.6-r.1), an instant such as 2026-01-01T08:00:00Z, read by read_csv and by read_json.
# Expected: the same type from both, as both guess types by themselves and the text is the same.
# Observed: TIMESTAMP WITH TIME ZONE from CSV, and TIMESTAMP from JSON: the `Z` is gone. A comparison of the two takes the latter
#   for local time. So a join of a file with itself in the other format finds 2 of 2 rows in UTC, and 1 of 2 in Europe/Berlin,
#   where the instant of one row equals another's an hour away. Where only some instants have a fraction, JSON gives VARCHAR.
# Exits 0 while that is so. Needs Node.js with npm.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix "$work" --no-audit --no-fund --loglevel error "@duckdb/node-api@${DUCKDB:-1.5.6-r.1}" > /dev/null
cat > run.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
const write = (name, instants) => {
  writeFileSync(`${name}.csv`, ['t', ...instants, ''].join('\n'));
  writeFileSync(`${name}.json`, instants.map((t) => `${JSON.stringify({ t })}\n`).join(''));
};
write('whole', ['2026-01-01T08:00:00Z', '2026-01-01T09:00:00Z']);
write('mixed', ['2026-01-01T08:00:00Z', '2026-01-01T09:00:00.5Z']);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const read = async (sql) => (await connection.runAndReadAll(sql)).getRows().map(String).join(' ');
console.log('DuckDB', await read('select version()'));
for (const name of ['whole', 'mixed']) {
  for (const type of ['csv', 'json']) {
    console.log(name, type, await read(`select distinct typeof(t) from '${name}.${type}'`));
  }
}
for (const zone of ['UTC', 'Europe/Berlin']) {
  await connection.run(`set TimeZone = '${zone}'`);
  const join = "select count(*) from 'whole.csv' a join 'whole.json' b on a.t = b.t";
  console.log(zone, 'joins', await read(join));
}
JS
node run.mjs | tee said.txt
grep -qx 'whole csv TIMESTAMP WITH TIME ZONE' said.txt
grep -qx 'whole json TIMESTAMP' said.txt
grep -qx 'mixed csv TIMESTAMP WITH TIME ZONE' said.txt
grep -qx 'mixed json VARCHAR' said.txt
grep -qx 'UTC joins 2' said.txt
grep -qx 'Europe/Berlin joins 1' said.txt
