#!/usr/bin/env bash
# Builds the image by Debian's buildah, on a base of Debian 12 and the npm package `node` in place of an image registry's.
# Runs it as it is configured, asks it, and ends it with SIGTERM.
#   test/deploy/image.sh [LINE]      LINE: of Node.js, 24 by default
# shellcheck source=base.sh
source "$(dirname "$0")/base.sh"
line=${1:-24}
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
started=()

cleanup() {
  for each in "${started[@]}"; do kill -KILL -- "-$each" 2> /dev/null || true; done
  image rm --all > /dev/null 2>&1 || true
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT

image() { buildah --root "$work/storage" --runroot "$work/run" "$@"; }

# run_in OPTIONS… CONTAINER -- COMMAND…: in the container, as the user, in the folder and with the environment of the image.
run_in() {
  setsid buildah --root "$work/storage" --runroot "$work/run" run "$@" > "$work/${#started[@]}.log" 2>&1 &
  started+=("$!")
}

fetch() { curl -s --show-error --fail-with-body --retry 60 --retry-connrefused --retry-delay 1 --max-time 10 "$@"; }

# The process that a command in the container became: what it started last.
innermost() {
  local pid=$1 child
  while child=$(pgrep -P "$pid" | head -n 1) && [ -n "$child" ]; do pid=$child; done
  echo "$pid"
}

echo "== base: Debian 12 with Node.js $line"
make_base "$work/base" "$line" ca-certificates
if chroot "$work/base" /sbin/ldconfig -p | grep libatomic; then
  echo 'The base has what node:24-slim lacks.'
  exit 1
fi
base=$(image from scratch)
tar -C "$work/base" --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' -cf "$work/base.tar" .
image add --quiet "$base" "$work/base.tar" / > /dev/null
# npm reaches its registry in the build as on this machine.
image config --env PATH=/usr/local/bin:/usr/bin:/bin --env npm_config_cafile=/etc/ssl/certs/ca-certificates.crt "$base"
image commit --quiet --rm "$base" localhost/node > /dev/null

echo '== build'
# Docker's own format: HEALTHCHECK is no part of OCI's.
image build --quiet --format docker --layers=false --pull-never --build-arg NODE_IMAGE=localhost/node -t partner-graphql "$root"
image images

container=$(image from --pull-never localhost/partner-graphql)
folder=$(image mount "$container")
for each in /app/node_modules /app/dist /app; do du -sh "$folder$each" | sed "s#$folder##"; done
image umount "$container" > /dev/null
read -r -a entry <<< "$(image inspect --format '{{range .OCIv1.Config.Entrypoint}}{{.}} {{end}}' "$container")"
echo "== run: ${entry[*]} as $(image inspect --format '{{.OCIv1.Config.User}}' "$container")"

run_in "$container" -- "${entry[@]}" simulator --port 4081
fetch -o /dev/null http://127.0.0.1:4081/api/partner/openapi.json
run_in --env PARTNER_API_URL=http://127.0.0.1:4081 --env TRUST_PROXY=true --env PORT=4080 "$container" -- "${entry[@]}"
facade=${started[1]}
fetch http://127.0.0.1:4080/health/live
echo
answer=$(fetch http://127.0.0.1:4080/graphql -H 'X-Forwarded-Proto: https' \
  -H 'Authorization: Bearer demo-everything-credential' -H 'Content-Type: application/json' \
  -d '{"query":"{ organization { name } screens { totalCount } }"}')
echo "$answer"
grep -q '"data":{"organization":{"name":".*"},"screens":{"totalCount":[1-9]' <<< "$answer"
node=$(innermost "$facade")
ps -o pid=,uid=,args= -p "$node"
[ "$(ps -o uid= -p "$node" | tr -d ' ')" = 1000 ]
[[ "$(image inspect --format '{{.Docker.Config.Healthcheck}}' "$container")" == *health/live* ]]

echo '== SIGTERM'
kill -TERM "$node"
code=0
wait "$facade" || code=$?
cat "$work/1.log"
echo "exit code $code"
grep -q '"everythingAnswered":true,"msg":"drained"' "$work/1.log"
[ "$code" = 0 ]
