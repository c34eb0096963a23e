#!/usr/bin/env bash
# genql 6.3.4 (npm: @genql/cli), TypeScript 6.0.3, a client that is generated with --esm.
# Expected: the compiler refuses a field that the schema does not have, whichever way modules are resolved, or says what it cannot
#   resolve.
# Observed: with "moduleResolution": "bundler" it refuses the field. With "NodeNext" in a package of type module it accepts it,
#   and any other, without a word: the generated index.ts imports './schema' without an extension, which NodeNext does not
#   resolve, and its first line, @ts-nocheck, hides that error. So all its types are any.
# Exits 0 while that is so. Needs Node.js with npm.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true, "type": "module" }' > package.json
npm install --no-audit --no-fund --loglevel error "@genql/cli@${GENQL:-6.3.4}" typescript@6.0.3 > /dev/null
echo 'type Query { name: String }' > schema.graphql
npx genql --schema schema.graphql --output generated --esm > /dev/null
cat > main.ts <<'TS'
import { createClient } from './generated/index.js';
const data = await createClient({}).query({ name: true });
export const wrong: number = data.nothing;
TS
echo "genql $(node -p "require('@genql/cli/package.json').version")"
check() {
  npx tsc --noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom --module "$1" --moduleResolution "$2" main.ts > "$2.txt" &&
    echo "$2: accepted" || echo "$2: $(grep -o "Property 'nothing' does not exist" "$2.txt")"
}
{
  check ESNext bundler
  check NodeNext NodeNext
} | tee said.txt
grep -qx "bundler: Property 'nothing' does not exist" said.txt
grep -qx 'NodeNext: accepted' said.txt
