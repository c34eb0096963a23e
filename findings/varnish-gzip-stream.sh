#!/usr/bin/env bash
# Version: Varnish 7.1.1 (Debian 12, 7.1.1-2+deb12u1), `beresp.do_gzip`, and a stream of Server-Sent Events.
# Expected: Varnish streams by default (`beresp.do_stream` is true), so each event is passed on when it comes, compressed or not.
# Observed: without do_gzip each event comes at once. With it the client gets the head and no event until the response ends, since
#   the compressor is not flushed while the server is silent. A stream that does not end delivers nothing.
#   Any Content-Encoding of the response, such as `none`, cures it.
# Exits 0 while that is so. Needs Node.js, apt-get, and a C compiler (Varnish calls it).
set -euo pipefail
packages=(varnish=7.1.1-2+deb12u1 libvarnishapi3=7.1.1-2+deb12u1 libjemalloc2=5.3.0-1)
work=$(mktemp -d)
pids=()
trap 'for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done; wait 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"
for package in "${packages[@]}"; do apt-get download -qq "$package" > /dev/null 2>&1; done
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH
LD_LIBRARY_PATH=$(echo "$work"/root/usr/lib/*-linux-gnu):$(echo "$work"/root/usr/lib/*-linux-gnu/varnish)
root/usr/sbin/varnishd -V 2>&1 | head -n 1

# start PORT VCL
start() {
  printf 'vcl 4.1;\nbackend default { .host = "127.0.0.1"; .port = "17701"; }\n%s\n' "$2" > "$1.vcl"
  root/usr/sbin/varnishd -F -j none -n "$work/$1" -a "127.0.0.1:$1" -f "$work/$1.vcl" 2> "$1.log" & pids+=($!)
}
start 17702 ''
start 17703 'sub vcl_backend_response { set beresp.do_gzip = true; }'

# Four events, one a second, and then the end: how late is each of them?
cat > run.mjs <<'JS'
import { createServer } from 'node:http';
createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  let events = 0;
  const timer = setInterval(() => {
    events += 1;
    if (events < 5) return response.write(`data: ${Date.now()}\n\n`);
    clearInterval(timer);
    response.end();
  }, 1000);
}).listen(17701, '127.0.0.1');

const latenessOf = async (port) => {
  let response;
  for (let tries = 0; response === undefined && tries < 100; tries += 1) {
    response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': 'gzip' } }).catch(
      () => new Promise((resolve) => setTimeout(resolve, 200)),
    );
  }
  const late = [];
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop();
    for (const event of events) late.push(Date.now() - Number(event.slice(6)));
  }
  console.log(`Content-Encoding ${response.headers.get('content-encoding')}: events are ${late.join(', ')} ms late`);
  return late;
};

const plain = await latenessOf(17702);
const compressed = await latenessOf(17703);
const isAsDescribed = plain.every((ms) => ms < 700) && compressed.every((ms, index) => ms > 700 * (4 - index));
console.log(isAsDescribed ? 'as described' : 'the behaviour has changed');
process.exit(isAsDescribed ? 0 : 1);
JS
node run.mjs
