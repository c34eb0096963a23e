import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import type { Exported } from './exported.js';

/** What a release promises to clients, operators and embedders. */
export interface Interface {
  /** The text of `schema.graphql`. */
  readonly schema: string;
  /** The default of each setting; null without one. */
  readonly settings: Readonly<Record<string, string | null>>;
  /** By the entries of the package. */
  readonly exports: Readonly<Record<string, Exported>>;
}

/** What a change asks of its users: `breaking` to do something, `addition` nothing, though there is more. */
export type Kind = 'breaking' | 'addition';

export interface Change {
  readonly kind: Kind;
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
  return [
    ...(await compareSchemas(before.schema, after.schema)),
    ...compareSettings(before.settings, after.settings),
    ...Object.keys({ ...before.exports, ...after.exports }).flatMap((entry) =>
      compareExports(entry, before.exports[entry] ?? {}, after.exports[entry] ?? {}),
    ),
  ];
}

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

function compareSettings(before: Interface['settings'], after: Interface['settings']): Change[] {
  const changed = Object.entries(before)
    .filter(([name, value]) => after[name] !== value)
    .map(([name, value]): Change => {
      const now =
        name in after ? `has the default ${after[name] ?? 'none'}, and had ${value ?? 'none'}` : 'is gone';
      return { kind: 'breaking', what: `setting ${name} ${now}` };
    });
  const added = Object.keys(after).filter((name) => !(name in before));
  return [...changed, ...added.map((name): Change => ({ kind: 'addition', what: `setting ${name} is new` }))];
}

function compareExports(entry: string, before: Exported, after: Exported): Change[] {
  const lines = (exported: Exported): string[] =>
    Object.entries(exported).flatMap(([name, members]) =>
      members.map((member) => `${entry}: ${name}: ${member}`),
    );
  const [old, current] = [lines(before), lines(after)];
  const gone = old.filter((line) => !current.includes(line));
  const added = current.filter((line) => !old.includes(line));
  return [
    ...gone.map((line): Change => ({ kind: 'breaking', what: `export ${line} is gone or has another type` })),
    ...added.map((line): Change => ({ kind: 'addition', what: `export ${line} is new` })),
  ];
}
