#!/usr/bin/env bash
# Versions are below. How does a server keep what is between it and its client from compressing a response? Debian 12: nginx 1.22.1, Caddy 2.6.2,
# HAProxy 2.6.12, Varnish 7.1.1, Apache 2.4.71; npm: compression 1.8.1 (Express 5.1.0).
# Expected: by `Cache-Control: no-transform`, which RFC 9111 (5.2.2.6) defines for this: an intermediary must not transform the
#   content. Not by `Content-Encoding: identity`, which says nothing.
# Observed: nginx (gzip), Varnish (do_gzip) and Apache (mod_deflate) ignore no-transform; HAProxy and Express keep it, and Caddy
#   compresses too. `identity` keeps nginx, Caddy, HAProxy and Varnish from it; Apache and Express compress.
#   `none`, which is no registered coding, is the one of the three that all six keep.
# Exits 0 while that is so. Needs Node.js with npm, apt-get, and a C compiler (Varnish calls it).
set -euo pipefail
packages=(
  nginx=1.22.1-9+deb12u11 caddy=2.6.2-5
  haproxy=2.6.12-1+deb12u4 liblua5.3-0=5.3.6-2 libopentracing-c-wrapper0=1.1.3-3+b1 libopentracing1=1.6.0-4
  varnish=7.1.1-2+deb12u1 libvarnishapi3=7.1.1-2+deb12u1 libjemalloc2=5.3.0-1
  apache2-bin=2.4.71-1~deb12u1 libapr1=1.7.2-3+deb12u1 libaprutil1=1.6.3-1+deb12u1
)
work=$(mktemp -d)
pids=()
trap 'for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done; wait 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"
for package in "${packages[@]}"; do apt-get download -qq "$package" > /dev/null 2>&1 || echo "missing: $package"; done
for package in *.deb; do dpkg -x "$package" root; done
npm install --prefix "$work" --no-audit --no-fund --loglevel error express@5.1.0 compression@1.8.1 > /dev/null
export HOME=$work XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work LD_LIBRARY_PATH
LD_LIBRARY_PATH=$(echo "$work"/root/usr/lib/*-linux-gnu):$(echo "$work"/root/usr/lib/*-linux-gnu/varnish)
modules=$work/root/usr/lib/apache2/modules

cat > nginx.conf <<CONF
daemon off; master_process off; pid $work/nginx.pid; events {}
http {
  access_log off; client_body_temp_path $work/b; proxy_temp_path $work/p; fastcgi_temp_path $work/f; uwsgi_temp_path $work/u; scgi_temp_path $work/s;
  gzip on; gzip_proxied any; gzip_types *; gzip_min_length 0;
  server { listen 127.0.0.1:17702; location / { proxy_pass http://127.0.0.1:17701; } }
}
CONF
printf '{\n\tadmin off\n}\nhttp://127.0.0.1:17703 {\n\tencode gzip\n\treverse_proxy 127.0.0.1:17701\n}\n' > Caddyfile
cat > haproxy.cfg <<'CONF'
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  compression algo gzip
frontend clients
  bind 127.0.0.1:17704
  default_backend server
backend server
  server server 127.0.0.1:17701
CONF
cat > varnish.vcl <<'CONF'
vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "17701"; }
sub vcl_backend_response { set beresp.do_gzip = true; }
CONF
cat > apache.conf <<CONF
ServerRoot $work
ServerName localhost
PidFile $work/apache.pid
ErrorLog $work/apache.log
Mutex file:$work
User nobody
Listen 127.0.0.1:17706
$(for name in mpm_event authz_core filter deflate proxy proxy_http; do echo "LoadModule ${name}_module $modules/mod_$name.so"; done)
SetOutputFilter DEFLATE
ProxyPass / http://127.0.0.1:17701/
CONF
root/usr/sbin/nginx -p "$work" -e stderr -c "$work/nginx.conf" 2> nginx.log & pids+=($!)
root/usr/bin/caddy run --adapter caddyfile --config Caddyfile 2> caddy.log & pids+=($!)
root/usr/sbin/haproxy -db -f haproxy.cfg 2> haproxy.log & pids+=($!)
root/usr/sbin/varnishd -F -j none -n "$work/varnish" -a 127.0.0.1:17705 -f "$work/varnish.vcl" 2> varnish.log & pids+=($!)
root/usr/sbin/apache2 -X -f "$work/apache.conf" 2> apache.err & pids+=($!)

cat > run.mjs <<'JS'
import { createServer } from 'node:http';
import compression from 'compression';
import express from 'express';

const headersOf = {
  '/nothing': {},
  '/no-transform': { 'Cache-Control': 'no-transform' },
  '/identity': { 'Content-Encoding': 'identity' },
  '/none': { 'Content-Encoding': 'none' },
};
const respond = ({ url }, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain', ...headersOf[url] });
  response.end('text '.repeat(1000));
};
createServer(respond).listen(17701, '127.0.0.1');
express().use(compression()).use(respond).listen(17707, '127.0.0.1');

const ports = { nginx: 17702, Caddy: 17703, HAProxy: 17704, Varnish: 17705, Apache: 17706, Express: 17707 };
const compresses = async (port, path) => {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { 'accept-encoding': 'gzip', authorization: 'Basic eDp4' },
      });
      await response.arrayBuffer();
      return response.headers.get('content-encoding') === 'gzip';
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  throw new Error(`Nothing listens on ${port}.`);
};

const seen = {};
for (const [name, port] of Object.entries(ports)) {
  const compressed = [];
  for (const path of Object.keys(headersOf)) if (await compresses(port, path)) compressed.push(path.slice(1));
  seen[name] = compressed.join(', ');
  console.log(`${name} compresses with: ${seen[name]}`);
}
const described = {
  nginx: 'nothing, no-transform',
  Caddy: 'nothing, no-transform',
  HAProxy: 'nothing',
  Varnish: 'nothing, no-transform',
  Apache: 'nothing, no-transform, identity',
  Express: 'nothing, identity',
};
const isAsDescribed = JSON.stringify(seen) === JSON.stringify(described);
console.log(isAsDescribed ? 'as described' : 'the behaviour has changed');
process.exit(isAsDescribed ? 0 : 1);
JS
node run.mjs || { code=$?; tail -n 3 ./*.log apache.err; exit "$code"; }
