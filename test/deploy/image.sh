#!/usr/bin/env bash
# Builds the image by Debian's buildah, on a base of Debian 12 and the npm package `node` in place of an image registry's.
# Runs it as an orchestrator does, as its user on a read-only file system without privileges, asks it, and ends it with
# SIGTERM. `image.long.ts` reads what it prints.
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
config() { image inspect --format "{{range .OCIv1.Config.$1}}{{.}} {{end}}" "$container"; }

# What a container's runtime does: a root file system of its own, read-only, with the names of hosts, and the image's user
# without privileges.
# shellcheck disable=SC2016
isolate='set -e
  root=$1 user=$2 setpriv=$(command -v setpriv) unshare=$(command -v unshare); shift 2
  mount --make-rprivate /
  mount --bind "$root" "$root"
  mkdir -p "$root/proc" "$root/dev"
  cp --dereference /etc/hosts /etc/resolv.conf "$root/etc"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -o remount,bind,ro "$root"
  touch "$root/app/written" 2>&1 | sed "s#$root##"
  environment=()
  while [[ $1 == *=* ]]; do environment+=("$1"); shift; done
  # The image has no programs but Node.js: those of this machine prepare the process.
  exec env -i "${environment[@]}" "$setpriv" --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid \
    "$unshare" --root="$root" --wd=/app --setgid="${user#*:}" --setuid="${user%:*}" "$@"'

# run_in [NAME=VALUE…] COMMAND…: in the image's folder and with its environment.
run_in() {
  local settings=() environment
  while [[ $1 == *=* ]]; do settings+=("$1"); shift; done
  read -r -a environment <<< "$(config Env)"
  setsid unshare --mount bash -c "$isolate" isolate "$folder" "$user" "${environment[@]}" "${settings[@]}" "$@" \
    > "$work/${#started[@]}.log" 2>&1 &
  started+=("$!")
}

fetch() { curl -s --show-error --fail-with-body --retry 60 --retry-connrefused --retry-delay 1 --max-time 10 "$@"; }

echo "== base: Debian 12 with Node.js $line"
make_base "$work/base" "$line" ca-certificates
if chroot "$work/base" /sbin/ldconfig -p | grep libatomic; then
  echo 'The base has what node:24-slim lacks.'
  exit 1
fi
for each in cc c++ gcc make python3; do
  if chroot "$work/base" sh -c "command -v $each"; then exit 1; fi
done
echo 'no compiler: cc, c++, gcc, make and python3 are missing'
base=$(image from scratch)
tar -C "$work/base" --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' -cf "$work/base.tar" .
image add --quiet "$base" "$work/base.tar" / > /dev/null
# npm reaches its registry in the build as on this machine.
image config --env PATH=/usr/local/bin:/usr/bin:/bin --env npm_config_cafile=/etc/ssl/certs/ca-certificates.crt "$base"
image commit --quiet --rm "$base" localhost/node > /dev/null

echo '== build'
# Docker's own format: HEALTHCHECK is no part of OCI's.
image build --quiet --format docker --layers=false --pull-never --build-arg NODE_IMAGE=localhost/node \
  --build-arg VERSION=1.2.3 --build-arg REVISION=abc123 -t partner-graphql "$root"
container=$(image from --pull-never localhost/partner-graphql)
folder=$(image mount "$container")
user=$(image inspect --format '{{.OCIv1.Config.User}}' "$container")
# In millions of bytes, as `docker image ls` counts.
for each in /usr/local/bin/node /lib /app/node_modules /app/dist /; do
  echo "size of $each: $(du -s --bytes --one-file-system "$folder$each" | awk '{ printf "%.0f", $1 / 1e6 }') MB"
done
echo "programs: $(find "$folder" -type f -perm -1 -not -path '*/app/*' -printf '%f ' | tr ' ' '\n' | sort | xargs)"
image inspect --format '{{range $key, $value := .OCIv1.Config.Labels}}{{$key}}={{$value}}{{"\n"}}{{end}}' "$container"
grep '^Package: ' "$folder/var/lib/dpkg/status" | xargs
[[ "$(image inspect --format '{{.Docker.Config.Healthcheck}}' "$container")" == *health/live* ]]

read -r -a entry <<< "$(config Entrypoint)"
echo "== run: ${entry[*]} as $user"
run_in "${entry[@]}" simulator --port 4081
fetch -o /dev/null http://127.0.0.1:4081/api/partner/openapi.json
# By name: the resolver reads /etc/hosts.
run_in PARTNER_API_URL=http://localhost:4081 TRUST_PROXY=true GRAPHIQL=true PORT=4080 METRICS_PORT=4082 "${entry[@]}"
# Every step to the command was an exec, so this is Node.js.
facade=${started[1]}
fetch http://127.0.0.1:4080/health/ready
echo
fetch http://127.0.0.1:4080/graphql -H 'X-Forwarded-Proto: https' \
  -H 'Authorization: Bearer demo-everything-credential' -H 'Content-Type: application/json' \
  -d '{"query":"{ organization { name } screens { totalCount } }"}'
echo
fetch http://127.0.0.1:4080/graphql -H 'X-Forwarded-Proto: https' -H 'Accept: text/html' | grep -o '<title>[^<]*'
fetch http://127.0.0.1:4082/metrics | grep '^partner_graphql_build_info'
ps -o uid=,args= -p "$facade"
grep -E '^(NoNewPrivs|CapEff):' "/proc/$facade/status"

echo '== SIGTERM'
kill -TERM "$facade"
code=0
wait "$facade" || code=$?
cat "$work/1.log"
echo "exit code $code"
[ "$code" = 0 ]
