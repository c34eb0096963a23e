import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import ts from 'typescript';
import { settingDefaults } from '../../src/config.js';
import { printPublicSchema } from '../../src/graphql/nullability.js';
import { schema } from '../../src/graphql/schema.js';
import { root } from '../docs/markdown.js';

/** What a release promises to clients, operators and embedders. */
export interface Interface {
  /** The text of `schema.graphql`. */
  readonly schema: string;
  /** The default of each setting; null without one. */
  readonly settings: Readonly<Record<string, string | null>>;
  /** By the entries of the package. */
  readonly exports: Readonly<Record<string, Exported>>;
}

export interface Change {
  /**
   * What it asks of users: `breaking` to do something, `addition` nothing, though there is more.
   */
  readonly kind: 'breaking' | 'addition';
  readonly what: string;
}

/** @param folder of a release, which holds what it promised */
export function readReleased(folder: string): Interface {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  // `npm run release:keep` has written it.
  const rest = JSON.parse(read('interface.json')) as Pick<Interface, 'settings' | 'exports'>;
  return { schema: read('schema.graphql'), ...rest };
}

export async function compareInterfaces(before: Interface, after: Interface): Promise<Change[]> {
  const [old, current] = [linesOf(before), linesOf(after)];
  const gone = old.filter((line) => !current.includes(line));
  const added = current.filter((line) => !old.includes(line));
  return [
    ...(await compareSchemas(before.schema, after.schema)),
    ...gone.map((line): Change => ({
      kind: 'breaking',
      what: `${line} is gone or is another one now`,
    })),
    ...added.map((line): Change => ({ kind: 'addition', what: `${line} is new` })),
  ];
}

/** A line for each default of a setting, and for each member of an export. */
const linesOf = ({ settings, exports }: Interface): readonly string[] => [
  ...Object.entries(settings).map(
    ([name, value]) => `setting ${name} with the default ${value ?? 'none'}`,
  ),
  ...Object.entries(exports).flatMap(([entry, exported]) =>
    Object.entries(exported).flatMap(([name, members]) =>
      members.map((member) => `export ${entry}: ${name}: ${member}`),
    ),
  ),
];

/** By the judgement of graphql-inspector; another description changes no promise. */
async function compareSchemas(before: string, after: string): Promise<Change[]> {
  const changes = await diff(buildSchema(before), buildSchema(after));
  return changes
    .filter(({ type }) => !String(type).includes('DESCRIPTION'))
    .map(({ criticality, message }) => ({
      kind: criticality.level === CriticalityLevel.Breaking ? 'breaking' : 'addition',
      what: `schema.graphql: ${message}`,
    }));
}

/**
 * What an entry of the package exports: for each name its members, or its type where it has none.
 */
type Exported = Readonly<Record<string, readonly string[]>>;

/**
 * Reads the exports of a module by TypeScript, so that the same type gives the same text however it
 * is written.
 *
 * @param file a source or a declaration file
 */
function readExported(file: string): Exported {
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is no module.`);
  const named = checker.getExportsOfModule(module).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return [symbol.name, membersOf(checker, target)] as const;
  });
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function membersOf(checker: ts.TypeChecker, symbol: ts.Symbol): string[] {
  if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const members = type.isUnion() ? [] : type.getProperties();
    return members.length === 0
      ? [print(checker, type)]
      : members.map((member) => describe(checker, member)).sort();
  }
  return [print(checker, checker.getTypeOfSymbol(symbol))];
}

function describe(checker: ts.TypeChecker, member: ts.Symbol): string {
  const mark = member.flags & ts.SymbolFlags.Optional ? '?' : '';
  return `${member.name}${mark}: ${print(checker, checker.getTypeOfSymbol(member))}`;
}

const print = (checker: ts.TypeChecker, type: ts.Type): string =>
  checker.typeToString(
    type,
    undefined,
    ts.TypeFormatFlags.NoTruncation |
      ts.TypeFormatFlags.InTypeAlias |
      ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
  );

/** The entries of the package, by the modules that they are built from. */
const entries = {
  'partner-graphql': 'src/facade.ts',
  'partner-graphql/client': 'src/client/index.ts',
} as const;

export const readCurrent = (): Interface => ({
  schema: printPublicSchema(schema),
  settings: Object.fromEntries(
    Object.entries(settingDefaults).map(([name, value]) => [name, value ?? null]),
  ),
  exports: Object.fromEntries(
    Object.entries(entries).map(([entry, file]) => [entry, readExported(join(root, file))]),
  ),
});
