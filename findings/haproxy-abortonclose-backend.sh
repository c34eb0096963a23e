#!/usr/bin/env bash
# Version: HAProxy 2.6.12 (Debian 12, 2.6.12-1+deb12u4), `option abortonclose`, a frontend and a backend.
# Expected: the manual allows the option in `defaults`, `listen` and `backend` ("no" for `frontend`), so in the backend that serves
#   a request it passes on that the client has left.
# Observed: in the backend alone it has no effect, and no warning says so: the server's request runs on to its end. In `defaults` it
#   works, as the frontend then has it too; in a frontend it is refused with a warning.
# Exits 0 while that is so. Needs Node.js and apt-get.
set -euo pipefail
packages=(haproxy=2.6.12-1+deb12u4 liblua5.3-0=5.3.6-2 libopentracing-c-wrapper0=1.1.3-3+b1 libopentracing1=1.6.0-4)
work=$(mktemp -d)
pids=()
trap 'for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done; wait 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"
for package in "${packages[@]}"; do apt-get download -qq "$package" > /dev/null 2>&1; done
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH
LD_LIBRARY_PATH=$(echo "$work"/root/usr/lib/*-linux-gnu)
root/usr/sbin/haproxy -v | head -n 1

# start PORT LINE_OF_DEFAULTS LINE_OF_BACKEND
start() {
  cat > "$1.cfg" <<CFG
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  $2
frontend clients
  bind 127.0.0.1:$1
  default_backend server
backend server
  $3
  server server 127.0.0.1:17701
CFG
  root/usr/sbin/haproxy -db -f "$1.cfg" 2> "$1.log" & pids+=($!)
}
start 17702 '' ''
start 17703 'option abortonclose' ''
start 17704 '' 'option abortonclose'

# A response takes three seconds; its client leaves after one.
cat > run.mjs <<'JS'
import { createServer } from 'node:http';
const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const left = new Set();
createServer(({ url }, response) => {
  const timer = setTimeout(() => response.end('late'), url === '/' ? 0 : 3000);
  response.on('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) left.add(url);
  });
}).listen(17701, '127.0.0.1');

const hears = async (port) => {
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 50 && !(await fetch(url).then((r) => r.ok, () => false)); tries += 1) await delay(200);
  await fetch(`${url}${port}`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
  await delay(1000);
  return left.has(`/${port}`);
};

const [none, defaults, backend] = await Promise.all([17702, 17703, 17704].map(hears));
const words = (heard) => (heard ? 'the server hears of it' : 'the server does not hear of it');
console.log(`without the option: ${words(none)}`);
console.log(`option abortonclose in defaults: ${words(defaults)}`);
console.log(`option abortonclose in the backend: ${words(backend)}`);
const isAsDescribed = !none && defaults && !backend;
console.log(isAsDescribed ? 'as described' : 'the behaviour has changed');
process.exit(isAsDescribed ? 0 : 1);
JS
node run.mjs
echo "what HAProxy says about the option in the backend: $(grep -c abortonclose 17704.log || true) lines"
