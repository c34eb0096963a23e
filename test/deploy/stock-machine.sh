#!/usr/bin/env bash
# Runs the README's two commands on a Debian 12 that has Node.js, npm and git, and nothing else, as a user who is not root.
#   test/deploy/stock-machine.sh [LINE] [TEST COMMAND]      LINE: of Node.js, 20 by default
# shellcheck source=base.sh
source "$(dirname "$0")/base.sh"
line=${1:-20}
test_command=${2:-npm test}
machine=$work/machine
server=

cleanup() {
  [ -z "$server" ] || kill -- "-$server" 2> /dev/null || true
  umount "$machine/proc" 2> /dev/null || true
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT

inside=(chroot --userspec=1000:1000 "$machine" env -i HOME=/home/user PATH=/usr/local/bin:/usr/bin:/bin
  NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt npm_config_cafile=/etc/ssl/certs/ca-certificates.crt
  bash -c 'cd /home/user/partner-graphql && eval "$1"' stock)

make_base "$machine" "$line" git,ca-certificates
mount -t proc proc "$machine/proc"
git clone --quiet --no-local "$root" "$machine/home/user/partner-graphql"
chown -R 1000:1000 "$machine/home/user"
echo "== Node.js $("${inside[@]}" 'node --version'), npm $("${inside[@]}" 'npm --version')"
if "${inside[@]}" '/sbin/ldconfig -p' | grep libatomic; then
  echo 'This is no stock machine.'
  exit 1
fi

echo '== npm ci && npm start'
setsid "${inside[@]}" 'npm ci && PORT=4010 npm start' > "$work/start.log" 2>&1 &
server=$!
until grep -q '"msg":"ready"' "$work/start.log"; do
  kill -0 "$server" 2> /dev/null || { cat "$work/start.log"; exit 1; }
  sleep 1
done
tail -n 20 "$work/start.log"
answer=$(curl -sS --fail http://127.0.0.1:4010/graphql -H 'Authorization: Bearer demo-everything-credential' \
  -H 'Content-Type: application/json' -d '{"query":"{ organization { name } }"}')
echo "$answer"
grep -q '"data":{"organization":{"name":"' <<< "$answer"
kill -- "-$server"
wait "$server" || true
server=

echo "== npm ci && $test_command"
"${inside[@]}" "npm ci && $test_command"
