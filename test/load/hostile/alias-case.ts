import type { Case } from './case.js';
import { entries, posted, repeated } from './operation.js';

const orders = ['NAME', 'STATUS', 'CREATED_AT', 'UPDATED_AT', 'ITEM_COUNT', 'TOTAL_DURATION'];

/** A time that nearly every record passes, and that no other alias has. */
const since = (index: number): string => `createdSince: "2000-01-01T00:00:${10 + index}Z"`;

/** One field under 50 aliases. */
const aliases = (field: (index: number) => string, count = 50): string =>
  repeated(count, (index) => `a${index}: ${field(index)}`);

/** One variable of a type, in one field under 50 aliases. */
const shared =
  (type: string, field: string, value: () => unknown): Case[1] =>
  () =>
    posted(`query ($a: ${type}) { ${aliases(() => field)} }`, { a: value() });

const members = (count: number): Record<string, null> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, null]));

const found = 'screens(first: 5, filter: { nameContains: $a }) { nodes { id } }';
const filtered = 'screens(first: 5, filter: $a) { nodes { id } }';
const entities = '_entities(representations: $a) { __typename }';
const ids = Array.from({ length: 14_000 }, (_, index) => String(index));

/** What an operation must do once, and not for each of its aliases. */
export const multiplied: readonly Case[] = [
  [
    'sorts',
    () =>
      posted(
        `{ ${aliases((index) => `screens(first: 1, filter: { ${since(index)} }, orderBy: { field: ${orders[index % 6]} }) { nodes { id } }`)} }`,
      ),
  ],
  [
    'sorts by name',
    () =>
      posted(
        `{ ${aliases((index) => `screens(first: 1, filter: { ${since(index)} }, orderBy: { field: NAME, direction: DESC }) { nodes { id } }`)} }`,
      ),
  ],
  [
    'summaries',
    () =>
      posted(
        `{ ${aliases((index) => `screenSummary(filter: { ${since(index)} }) { count byStatus { count } byTimezone { count } lastUpdatedAt }`)} }`,
      ),
  ],
  [
    'filters with their number',
    () =>
      posted(`{ ${aliases((index) => `screens(first: 1, filter: { ${since(index)} }) { totalCount }`)} }`),
  ],
  [
    'filters with cursors',
    () =>
      posted(
        `{ ${aliases((index) => `screens(first: 1000, filter: { nameContains: "${index % 10}", ${since(index)} }) { totalCount edges { cursor } }`, 49)} }`,
      ),
  ],
  [
    '9,000 undeclared variables',
    () => posted(`query ($a: String) { ${aliases(() => found)} }`, { a: 'x', ...members(9000) }),
  ],
  ['a text that decomposes', shared('String', found, () => '\ufdfa'.repeat(41_000))],
  ['a filter with it', shared('ScreenFilter', filtered, () => ({ nameContains: '\ufdfa'.repeat(41_000) }))],
  ['marks of two classes', shared('String', found, () => '\u0301\u0316'.repeat(30_000))],
  [
    'a time of 100 KB',
    shared(
      'DateTime',
      'screens(filter: { createdSince: $a }) { totalCount }',
      () => `2020-01-01T00:00:00.${'0'.repeat(100_000)}10Z`,
    ),
  ],
  ['a filter of 9,000 unknown members', shared('ScreenFilter', filtered, () => members(9000))],
  [
    'a filter of 1,000 long ids',
    shared('ScreenFilter', filtered, () => ({ idIn: ids.slice(0, 1000).map((id) => id.padStart(120, 'x')) })),
  ],
  ['a list in the place of an id', shared('ID!', 'screen(id: $a) { id }', () => ids)],
  ['a list in the place of a cursor', shared('String', 'screens(after: $a) { nodes { id } }', () => ids)],
  ['a cursor of 120 KB', shared('String', 'screens(after: $a) { nodes { id } }', () => 'W'.repeat(120_000))],
  [
    'a cursor of 100 KB for each playlist',
    () =>
      posted(
        `query ($a: String) { playlists(first: 1000) { nodes { ${aliases(() => 'items(after: $a) { nodes { position } }', 49)} } } }`,
        { a: 'W'.repeat(100_000) },
      ),
  ],
  [
    'a representation of 9,000 members',
    shared('[_Any!]!', entities, () => [{ __typename: 'Screen', id: 'x', ...members(9000) }]),
  ],
  [
    '990 unusable representations',
    shared('[_Any!]!', entities, () =>
      Array.from({ length: 990 }, () => ({ __typename: 'Nope', id: 'x', more: 1 })),
    ),
  ],
  [
    '990 unusable ids',
    shared('[ID!]!', 'nodes(nodeIds: $a) { nodeId }', () => entries(['x'.repeat(100)], 990)),
  ],
];
