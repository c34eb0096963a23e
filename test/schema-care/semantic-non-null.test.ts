import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
import { describe, expect, it } from 'vitest';
import { printPublicSchema, printStrictSchema } from '../../src/graphql/nullability.js';
import { schema } from '../../src/graphql/schema.js';
import { commandPath } from '../commands/command.js';
import { markedFields } from '../extra/federation/marked-field.js';
import { words } from '../fuzz/draw.js';
import { allFields } from '../partner/contract.js';
import { openFolder } from '../rig/open.js';

/**
 * Null only beside an entry in `errors`: fields that cost a request, and places of items that break
 * the contract.
 */
const nullOnError = {
  ...marked(
    '@semanticNonNull',
    `
    Media.playlists Media.screens MediaEdge.node PlaylistItemEdge.node Playlist.items PlaylistEdge.node
    PlaybackScreen.screen Screen.playbackConfiguration ScreenEdge.node Organization.screens
    Organization.playlists Organization.media Organization.screenSummary Organization.playlistSummary
    Organization.mediaSummary Query.mediaItem Query.media Query.node Query.playlist Query.playlists
    Query.playbackConfiguration Query.screen Query.screens Query.organization Query.screenSummary
    Query.playlistSummary Query.mediaSummary
  `,
  ),
  ...marked(
    '@semanticNonNull(levels: [1])',
    `
    MediaConnection.nodes PlaylistItemConnection.nodes PlaylistConnection.nodes ScreenConnection.nodes
    Query.nodes Query.playbackConfigurations
  `,
  ),
};

function marked(directive: string, names: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words(names).map((name) => [name, directive]));
}

/**
 * Null in good health: optional in the contract, a link that is not there, a cursor without edges.
 */
const nullByItself: readonly string[] = [
  ...allFields.filter(({ isOptional }) => isOptional).map(({ address }) => address),
  ...words('status operation requiredScope requestId upstreamCode details retryAfterSeconds').map(
    (name) => `ErrorExtensions.${name}`,
  ),
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

describe('@semanticNonNull', () => {
  it('marks what is null beside an error alone', () => {
    expect(markedFields(printPublicSchema(schema), 'semanticNonNull')).toEqual(nullOnError);
  });

  it('is decided for every field that may be null', () => {
    const decided = new Set([...Object.keys(nullOnError), ...nullByItself]);
    const nullable = nullableFields(schema);
    const hint =
      'test/partner/contract.ts for a field of the contract, else `nullByItself` or `nullOnError` above';
    expect([...decided].toSorted(), hint).toEqual(nullable.toSorted());
  });

  it('is printed behind the types, and nothing else of the printed schema changes', () => {
    const text = printPublicSchema(schema);
    expect(text).toContain('  screens(\n');
    expect(text).toContain('  ): ScreenConnection @semanticNonNull\n');
    expect(text).toContain('  nodes: [Screen]! @semanticNonNull(levels: [1])\n');
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
    expect(Object.keys(strict.getTypeMap()).toSorted()).toEqual(
      Object.keys(schema.getTypeMap()).toSorted(),
    );
    const directive = /"""\n.*\n"""\ndirective @semanticNonNull\([^)]*\) on FIELD_DEFINITION\n\n/;
    const unmarked = printSchema(schema).replace(directive, '');
    expect(printStrictSchema(schema).replaceAll('!', '')).toBe(`${unmarked.replaceAll('!', '')}\n`);
  });

  it('gives Relay’s error-handling queries non-null types', async () => {
    const folder = openFolder();
    writeFileSync(join(folder, 'schema.graphql'), printPublicSchema(schema));
    for (const name of ['source', 'made']) mkdirSync(join(folder, name));
    writeFileSync(
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
    writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config));
    const compiler = commandPath('relay-compiler');
    await promisify(execFile)(process.execPath, [compiler, '--noWatchman'], { cwd: folder });
    const artifact = readFileSync(join(folder, 'made/documentQuery.graphql.ts'), 'utf8');
    const [, data = ''] = /export type documentQuery\$data = (\{.*?\n\});/s.exec(artifact) ?? [];
    expect(data.replace(/readonly |\s/g, '')).toBe(
      '{screens:{nodes:ReadonlyArray<{description:string|null|undefined;playbackConfiguration:{revision:string;};}>;};}',
    );
  });
});
