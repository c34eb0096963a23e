import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  buildSchema,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  printSchema,
} from 'graphql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { printPublicSchema, printStrictSchema, semanticLevels } from '../../src/graphql/nullability.js';
import { schema } from '../../src/graphql/schema.js';
import { commandPath } from '../commands/command.js';
import { allFields } from '../partner/contract.js';

/** Null only beside an entry in `errors`: fields that cost a request, and places of items that break the contract. */
const nullOnError: Readonly<Record<string, readonly number[]>> = {
  'Media.playlists': [0],
  'Media.screens': [0],
  'MediaEdge.node': [0],
  'MediaConnection.nodes': [1],
  'PlaylistItemEdge.node': [0],
  'PlaylistItemConnection.nodes': [1],
  'Playlist.items': [0],
  'PlaylistEdge.node': [0],
  'PlaylistConnection.nodes': [1],
  'PlaybackScreen.screen': [0],
  'Screen.playbackConfiguration': [0],
  'ScreenEdge.node': [0],
  'ScreenConnection.nodes': [1],
  'Organization.screens': [0],
  'Organization.playlists': [0],
  'Organization.media': [0],
  'Organization.screenSummary': [0],
  'Organization.playlistSummary': [0],
  'Organization.mediaSummary': [0],
  'Query.mediaItem': [0],
  'Query.media': [0],
  'Query.node': [0],
  'Query.nodes': [1],
  'Query.playlist': [0],
  'Query.playlists': [0],
  'Query.playbackConfiguration': [0],
  'Query.playbackConfigurations': [1],
  'Query.screen': [0],
  'Query.screens': [0],
  'Query.organization': [0],
  'Query.screenSummary': [0],
  'Query.playlistSummary': [0],
  'Query.mediaSummary': [0],
};

/** Null in good health: optional in the contract, a link that is not there, a cursor without edges. */
const nullByItself: readonly string[] = [
  ...allFields.filter(({ isOptional }) => isOptional).map(({ address }) => address),
  ...'status operation requiredScope requestId upstreamCode details retryAfterSeconds'
    .split(' ')
    .map((name) => `ErrorExtensions.${name}`),
  ...['PageInfo.startCursor', 'PageInfo.endCursor', 'PlaylistItem.media', 'PlaybackItem.media'],
  'ScreenOrientationCount.orientation',
  ...['ScreenSummary.lastUpdatedAt', 'PlaylistSummary.lastUpdatedAt', 'MediaSummary.lastUpdatedAt'],
];

const isOurs = ({ name }: { readonly name: string }) => !name.startsWith('__');

function nullableFields(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType).filter(isOurs);
  return types.flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ type: fieldType }) => {
        const inner = isNonNullType(fieldType) ? fieldType.ofType : undefined;
        return inner === undefined || (isListType(inner) && !isNonNullType(inner.ofType));
      })
      .map(({ name }) => `${type.name}.${name}`),
  );
}

function markedFields(): Readonly<Record<string, readonly number[]>> {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType).filter(isOurs);
  const all = types.flatMap((type) =>
    Object.values(type.getFields()).map(
      (field) => [`${type.name}.${field.name}`, semanticLevels(field)] as const,
    ),
  );
  return Object.fromEntries(all.filter(([, levels]) => levels.length > 0));
}

describe('@semanticNonNull', () => {
  it('marks what is null beside an error alone', () => {
    expect(markedFields()).toEqual(nullOnError);
  });

  it('is decided for every field that may be null', () => {
    const decided = new Set([...Object.keys(nullOnError), ...nullByItself]);
    const nullable = nullableFields(schema);
    const hint =
      'test/partner/contract.ts for a field of the contract, else `nullByItself` or `nullOnError` above';
    expect(
      nullable.filter((address) => !decided.has(address)),
      hint,
    ).toEqual([]);
    expect(
      [...decided].filter((address) => !nullable.includes(address)),
      hint,
    ).toEqual([]);
  });

  it('is printed behind the types, and nothing else of the printed schema changes', () => {
    const text = printPublicSchema(schema);
    expect(text).toContain('  screens(\n');
    expect(text).toContain('  ): ScreenConnection @semanticNonNull\n');
    expect(text).toContain(
      '  nodes: [Screen] @semanticNonNull(levels: [1])\n'.replace('[Screen]', '[Screen]!'),
    );
    expect(
      text.match(/(?<!directive )@semanticNonNull(?! *\()|@semanticNonNull\(levels: \[1\]\)/g),
    ).toHaveLength(Object.keys(nullOnError).length);
    expect(text.replace(/(?<=[\]!\w]) @semanticNonNull(?:\(levels: \[1\]\))?$/gm, '')).toBe(
      `${printSchema(schema)}\n`,
    );
  });

  it('is printed with the definition that the specification of nullability gives', () => {
    expect(() => buildSchema(printPublicSchema(schema))).not.toThrow();
    expect(printPublicSchema(schema)).toMatch(
      /directive @semanticNonNull\(\s*""".*?"""\s*levels: \[Int\] = \[0\]\s*\) on FIELD_DEFINITION\n/s,
    );
  });

  it('becomes non-null types in the strict schema, in which everything else is the same', () => {
    const strict = buildSchema(printStrictSchema(schema));
    expect(strict.getDirective('semanticNonNull')).toBe(undefined);
    expect(nullableFields(strict).toSorted()).toEqual([...nullByItself].toSorted());
    expect(Object.keys(strict.getTypeMap()).toSorted()).toEqual(Object.keys(schema.getTypeMap()).toSorted());
    const directive = /"""\n.*\n"""\ndirective @semanticNonNull\([^)]*\) on FIELD_DEFINITION\n\n/;
    const unmarked = printSchema(schema).replace(directive, '');
    expect(printStrictSchema(schema).replaceAll('!', '')).toBe(`${unmarked.replaceAll('!', '')}\n`);
  });

  it('gives Relay’s error-handling queries non-null types', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'semantic-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'schema.graphql'), printPublicSchema(schema));
    await mkdir(join(folder, 'source'));
    await mkdir(join(folder, 'made'));
    await writeFile(
      join(folder, 'source/document.ts'),
      'graphql`query documentQuery @throwOnFieldError { screens(first: 1) { nodes { description playbackConfiguration { revision } } } }`',
    );
    const config = {
      language: 'typescript',
      src: 'source',
      schema: 'schema.graphql',
      artifactDirectory: 'made',
      schemaConfig: { nodeInterfaceIdField: 'nodeId', nodeInterfaceIdVariableName: 'nodeId' },
    };
    await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config));
    const compiler = commandPath('relay-compiler');
    await promisify(execFile)(process.execPath, [compiler, '--noWatchman'], { cwd: folder });
    const artifact = await readFile(join(folder, 'made/documentQuery.graphql.ts'), 'utf8');
    const [, data = ''] = /export type documentQuery\$data = (\{.*?\n\});/s.exec(artifact) ?? [];
    expect(data.replace(/readonly |\s/g, '')).toBe(
      '{screens:{nodes:ReadonlyArray<{description:string|null|undefined;playbackConfiguration:{revision:string;};}>;};}',
    );
  });
});
