import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CodegenConfig, generate } from '@graphql-codegen/cli';
import { outputIntrospectionFile } from 'gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { inFolder } from './in-folder.js';
import dashboard, { typedDocuments } from '../../codegen.js';
import apollo from '../../examples/apollo/codegen.js';
import codegen from '../../examples/codegen/codegen.js';
import react from '../../examples/react/codegen.js';
import urql from '../../examples/urql/codegen.js';
import { commandPath } from '../commands/command.js';
import { root } from '../docs/markdown.js';
import { examples, linkPackage } from './example.js';

/**
 * `npm run codegen:tests`: writes what tests and dashboard import, and what `npm run generate`
 * writes in each example, in one process.
 */
const folderOf = (name: string): string => join(root, 'examples', name);

for (const example of examples) linkPackage(example);

const schema = buildSchema(readFileSync(join(root, 'schema.strict.graphql'), 'utf8'));
mkdirSync(join(folderOf('tada'), 'generated'), { recursive: true });
writeFileSync(
  join(folderOf('tada'), 'generated/schema.d.ts'),
  outputIntrospectionFile(introspectionFromSchema(schema, { descriptions: false }), {
    fileType: '.d.ts',
    shouldPreprocess: true,
  }),
);

mkdirSync(join(folderOf('relay'), 'generated'), { recursive: true });
execFileSync(process.execPath, [commandPath('relay-compiler'), '--noWatchman'], {
  cwd: folderOf('relay'),
});

for (const [name, config] of Object.entries({ apollo, codegen, react, urql }))
  await generate(inFolder(config, folderOf(name)), true);

/** Typed documents for the tests of the whole system. */
const system: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['test/system/**/*.ts', 'test/examples/document.ts'],
  silent: true,
  generates: {
    'test/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: typedDocuments,
    },
  },
};
for (const config of [dashboard, system]) await generate(config, true);
