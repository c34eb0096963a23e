import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from '@graphql-codegen/cli';
import { outputIntrospectionFile } from 'gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';
import codegen from '../../examples/codegen/codegen.js';

/**
 * Writes what the recipes import from their generators to `test/generated/clients`, from `schema.graphql` and the
 * documents in the recipes.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const output = new URL('../generated/clients/', import.meta.url);

process.chdir(root);
for (const name of ['relay', 'tada']) mkdirSync(new URL(name, output), { recursive: true });

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const introspection = introspectionFromSchema(schema, { descriptions: false });

// gql.tada reads the schema as a type.
writeFileSync(
  new URL('tada/introspection.d.ts', output),
  outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }),
);

// graphcache reads it as a value, to know which fields may be null.
writeFileSync(new URL('introspection.json', output), JSON.stringify(introspection));

// relay-compiler reads the paths of its settings from where it runs.
execFileSync(process.execPath, [resolve('node_modules/relay-compiler/cli.js'), '--noWatchman'], {
  cwd: 'examples/relay',
});

await generate(codegen, true);
