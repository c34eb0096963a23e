#!/usr/bin/env bash
# Version: HAProxy 2.6.12 (Debian 12, 2.6.12-1+deb12u4), `compression algo gzip`, and a stream of Server-Sent Events.
# Expected: what can be read of a compressed stream at any time is all that the server has written, as with nginx and Apache, which
#   flush their compressor whenever the server pauses.
# Observed: the client gets the end of each event, and so the event, only with the next write of the server, or when the response
#   ends, also with `option http-no-delay`. Each event is late by one event, however long that takes.
#   Any Content-Encoding of the response, such as `none`, cures it.
# Exits 0 while that is so. Needs Node.js and apt-get.
set -euo pipefail
packages=(haproxy=2.6.12-1+deb12u4 liblua5.3-0=5.3.6-2 libopentracing-c-wrapper0=1.1.3-3+b1 libopentracing1=1.6.0-4)
work=$(mktemp -d)
pids=()
trap 'for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done; wait 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"
for package in "${packages[@]}"; do apt-get download -qq "$package" > /dev/null 2>&1; done
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(echo "$work"/root/usr/lib/*-linux-gnu)

cat > haproxy.cfg <<'CFG'
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option http-no-delay
  compression algo gzip
frontend clients
  bind 127.0.0.1:17702
  default_backend server
backend server
  server server 127.0.0.1:17701
CFG
LD_LIBRARY_PATH=$libraries root/usr/sbin/haproxy -v | head -n 1
LD_LIBRARY_PATH=$libraries root/usr/sbin/haproxy -db -f haproxy.cfg 2> haproxy.log & pids+=($!)

# Writes an event each second, and reads them through HAProxy: how late is each of them whole?
cat > run.mjs <<'JS'
import { createServer } from 'node:http';
createServer(({ url }, response) => {
  const coding = url === '/none' ? { 'Content-Encoding': 'none' } : {};
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...coding });
  let events = 0;
  const timer = setInterval(() => {
    events += 1;
    if (events > 4) response.end();
    else response.write(`data: {"number":${events},"sent":${Date.now()}}\n\n`);
    if (events > 4) clearInterval(timer);
  }, 1000);
}).listen(17701, '127.0.0.1');

const open = async (path) => {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      return await fetch(`http://127.0.0.1:17702${path}`, { headers: { 'accept-encoding': 'gzip' } });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  throw new Error('HAProxy does not start.');
};

const latenessOf = async (path) => {
  const late = [];
  let text = '';
  const response = await open(path);
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop();
    for (const event of events) late.push(Date.now() - JSON.parse(event.slice(6)).sent);
  }
  console.log(`Content-Encoding ${response.headers.get('content-encoding')}: events are ${late.join(', ')} ms late`);
  return late;
};

const compressed = await latenessOf('/');
const plain = await latenessOf('/none');
const isAsDescribed = compressed.slice(0, 3).every((ms) => ms > 700) && plain.every((ms) => ms < 700);
console.log(isAsDescribed ? 'as described' : 'the behaviour has changed');
process.exit(isAsDescribed ? 0 : 1);
JS
node run.mjs
