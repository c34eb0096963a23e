#!/usr/bin/env bash
# prom-client 15.1.3, `collectDefaultMetrics()`, and promtool 2.42.0 (Debian 12, prometheus 2.42.0+ds-5+deb12u1).
# Expected: the standard client's own metrics keep the rules of the standard tool, so that `promtool check metrics`, which
#   Prometheus' documentation recommends for a test of one's own metrics, passes for a program that adds none.
# Observed: exit code 3. Three gauges of the client are named as counters are: nodejs_active_handles_total,
#   nodejs_active_requests_total and nodejs_active_resources_total ("non-counter metrics should not have _total suffix").
#   So no program with these metrics can use the check, unless it removes them from its registry first.
# Exits 0 while that is so. Needs Node.js with npm, and apt-get.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix "$work" --no-audit --no-fund --loglevel error prom-client@15.1.3 > /dev/null
apt-get download -qq prometheus=2.42.0+ds-5+deb12u1 > /dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
root/usr/bin/promtool --version 2>&1 | head -n 1

cat > metrics.mjs <<'JS'
import { collectDefaultMetrics, Registry } from 'prom-client';
const registry = new Registry();
collectDefaultMetrics({ register: registry });
process.stdout.write(await registry.metrics(), () => process.exit());
JS
node metrics.mjs > metrics.txt
code=0
root/usr/bin/promtool check metrics < metrics.txt > said.txt 2>&1 || code=$?
cat said.txt
echo "exit code $code"
[ "$code" = 3 ]
[ "$(grep -c 'should not have' said.txt)" = 3 ]
grep -q nodejs_active_handles_total said.txt
