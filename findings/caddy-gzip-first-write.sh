#!/usr/bin/env bash
# Caddy 2.6.2 (Debian 12, 2.6.2-5), `encode gzip` in front of `reverse_proxy`, and a stream of Server-Sent Events.
# Expected: each event is passed on when it comes, as Caddy does with a stream that it does not compress.
# Observed: the size of the first write decides. Up to 512 bytes: the stream is not compressed, and each event comes at once. From
#   513 bytes: it is compressed, and the client gets the head and no event until much more has come, or the stream ends. So the
#   same server works or not by whether its first two writes arrive in one piece.
#   Any Content-Encoding of the response, such as `none`, cures it.
# Exits 0 while that is so. Needs Node.js, apt-get and curl.
set -euo pipefail
version=2.6.2-5
work=$(mktemp -d)
pids=()
trap 'for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done; wait 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq "caddy=$version" > /dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
export HOME=$work XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work

cat > server.mjs <<'JS'
import { createServer } from 'node:http';
createServer(({ url }, response) => {
  const bytes = Number(new URL(url, 'http://x').searchParams.get('bytes'));
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const padding = 'x'.repeat(bytes - 'data: 1 \n\n'.length);
  response.write(`data: 1 ${padding}\n\n`);
  setTimeout(() => response.write(`data: 2\n\n`), 1000);
  setTimeout(() => response.end(`data: 3\n\n`), 6000);
}).listen(17701, '127.0.0.1');
JS
node server.mjs & pids+=($!)
printf '{\n\tadmin off\n}\nhttp://127.0.0.1:17702 {\n\tencode gzip\n\treverse_proxy 127.0.0.1:17701\n}\n' > Caddyfile
root/usr/bin/caddy version
root/usr/bin/caddy run --adapter caddyfile --config Caddyfile 2> caddy.log & pids+=($!)
curl -s -o /dev/null --retry 50 --retry-delay 1 --retry-connrefused 'http://127.0.0.1:17702/?bytes=100' || { cat caddy.log; exit 2; }

# How many events have come within three seconds: two of three are due.
events() {
  curl -sN --compressed --max-time 3 "http://127.0.0.1:17702/?bytes=$1" | grep -c '^data:' || true
}
small=$(events 512)
large=$(events 513)
echo "first write of 512 bytes: $small events within 3 s"
echo "first write of 513 bytes: $large events within 3 s"
[ "$small" = 2 ] && [ "$large" = 0 ] && echo 'as described' || { echo 'the behaviour has changed'; exit 1; }
