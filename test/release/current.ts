import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingDefaults } from '../../src/config.js';
import { printPublicSchema, printStrictSchema } from '../../src/graphql/nullability.js';
import { schema } from '../../src/graphql/schema.js';
import { codeSpans, section, tableRows } from '../docs/markdown.js';
import { readExported } from './exported.js';
import type { Interface } from './interface.js';

/** The entries of the package, by the modules that they are built from. */
const entries = {
  'partner-graphql': 'src/facade.ts',
  'partner-graphql/client': 'src/client/index.ts',
} as const;

/** What the code promises now. */
export const readCurrent = (root: string): Interface => ({
  schema: printPublicSchema(schema),
  settings: Object.fromEntries(Object.entries(settingDefaults).map(([name, value]) => [name, value ?? null])),
  exports: Object.fromEntries(
    Object.entries(entries).map(([entry, file]) => [entry, readExported(join(root, file))]),
  ),
});

/** Where the files that users read differ from the code: `schema.graphql`, the table of settings, the tables of exports. */
export function findTableFaults(root: string, current: Interface): string[] {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const settings = rowsOf(section(read('docs/settings.md'), 'Settings'));
  const library = read('docs/library.md');
  return [
    ...(read('schema.graphql') === current.schema
      ? []
      : ['schema.graphql is not what the code serves: run npm run schema.']),
    ...(read('schema.strict.graphql') === printStrictSchema(schema)
      ? []
      : ['schema.strict.graphql is not what the code serves: run npm run schema.']),
    ...differences('docs/settings.md', Object.keys(current.settings), settings),
    ...Object.entries(current.exports).flatMap(([entry, exported]) =>
      differences(
        `docs/library.md, ${entry}`,
        Object.keys(exported),
        rowsOf(section(library, `Exports of ${entry}`)),
      ),
    ),
  ];
}

/** All code spans of the first cells. */
const rowsOf = (table: string): string[] => tableRows(table).flatMap(([cell = '']) => codeSpans(cell));

function differences(where: string, inCode: readonly string[], inDocs: readonly string[]): string[] {
  return [
    ...inCode.filter((name) => !inDocs.includes(name)).map((name) => `${where} lacks ${name}.`),
    ...inDocs
      .filter((name) => !inCode.includes(name))
      .map((name) => `${where} has ${name}, and the code has not.`),
  ];
}
