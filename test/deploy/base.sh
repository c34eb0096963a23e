# Sourced by stock-machine.sh and image.sh, which need root, mmdebstrap, and a way to Debian's and npm's packages.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)

# make_base FOLDER LINE PACKAGES: Debian 12 with these packages, Node.js of a line and npm, and nothing else.
make_base() {
  local folder=$1 line=$2 packages=$3 node npm=10
  node=$(cd "$root" && npx tsx test/tools/node-path.ts "$line")
  [ "$line" -lt 24 ] || npm=11
  mmdebstrap --quiet --variant=minbase --include="$packages" bookworm "$folder"
  install -D "$node" "$folder/usr/local/bin/node"
  npm install --silent --global --prefix "$folder/usr/local" "npm@$npm"
  # What this machine reaches, the base reaches too.
  cp -L /etc/resolv.conf "$folder/etc/resolv.conf"
  cp -L /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/ca-certificates.crt"
}
