import { entries, type Hostile, inParts, type Known, posted, repeated } from './operation.js';

/** Requests by what they do. */
export type Cases = (known: Known) => Readonly<Record<string, Hostile>>;

const aliases = (field: string | ((index: number) => string), count = 50): string =>
  repeated(count, (index) => `a${index}: ${typeof field === 'string' ? field : field(index)}`);

const byIds = (fields: string, ids: readonly string[], headers = {}): Hostile =>
  posted(`query ($i: [ID!]!) { ${fields} }`, { i: ids }, headers);

const node = 'nodes(nodeIds: $i) { nodeId }';
const twelve =
  'revision resolvedAt screen { id name status orientation } availability { mode } items { type media { id name url } } overlays { type }';
const usage = 'playlists { items(first: 1000) { nodes { media { ';

/** Requests that are refused before any REST request. */
export const limited: Cases = ({ screens }) => ({
  '40,000 empty ids under 5 aliases': byIds(aliases(node, 5), entries([''], 40_000)),
  '42,000 empty ids under 51 aliases': byIds(`${node} ${aliases(node)}`, entries([''], 42_000)),
  'one id 9,000 times with 12 fields': byIds(
    `playbackConfigurations(screenIds: $i) { ${twelve} }`,
    entries(screens.slice(0, 1), 9000),
  ),
  '400 labelled @defer that repeat a list': posted(
    `{ ${repeated(400, (index) => `...@defer(label:"${index}"){...F}`)} } fragment F on Query { media { nodes { id } } }`,
    {},
    inParts,
  ),
  'an explanation of 20,000 bad ids under 50 aliases': byIds(
    aliases(node),
    entries(['x1', 'x2', 'x3'], 20_000),
    { 'x-upstream-explain': 'plan' },
  ),
});

/** Operations whose responses come in thousands of parts. */
const incremental: ReturnType<Cases> = {
  '49,000 deferred names': posted(
    `{ media(first: 1000) { nodes { ${repeated(49, (index) => `... @defer(label: "d${index}") { a${index}: name }`)} } } }`,
    {},
    inParts,
  ),
  '9,000 streamed items': posted(
    `{ ${aliases((index) => `media(first: 1000) { nodes @stream(label: "s${index}") { id name } }`, 9)} }`,
    {},
    inParts,
  ),
};

/** Requests that are served or ended in slices. */
export const large: Cases = ({ nodeIds, screens }) => ({
  '51,000 empty ids': byIds(`${node} ${aliases(node)}`, entries([''], 1000)),
  '51,000 ids of media': byIds(
    aliases('nodes(nodeIds: $i) { nodeId ... on Media { name } }'),
    entries(nodeIds.slice(0, 400), 1000),
  ),
  '50,000 configurations of 200 screens': byIds(
    aliases('playbackConfigurations(screenIds: $i) { revision }'),
    entries(screens.slice(0, 200), 1000),
  ),
  '50,000 configurations below nodes that are not there': byIds(
    aliases('nodes(nodeIds: $i) { ... on Screen { playbackConfiguration { revision } } }'),
    Array.from({ length: 1000 }, (_, index) =>
      Buffer.from(`Screen:${index}`).toString('base64url'),
    ),
  ),
  'playlists with 49 lists of items each': posted(
    `{ playlists(first: 1000) { nodes { ${aliases((index) => `items(first: ${index + 1}) { nodes { position } }`, 49)} } } }`,
  ),
  'where 1,000 files are used, under 49 aliases': posted(
    `{ media(first: 1000) { nodes { ${aliases('screens { id }', 49)} } } }`,
  ),
  'playlists of files of playlists of files': posted(
    `{ media(first: 1000) { nodes { ${usage.repeat(4)} id ${'} } } } '.repeat(4)} } } }`,
  ),
  '49 lists, whole': posted(
    `{ ${aliases('screens(first: 1000) { totalCount nodes { id name } }', 49)} }`,
  ),
  '49 introspections': posted(
    `{ ${aliases('__schema { ...S }', 49)} } fragment S on __Schema { types { name description fields { name description args { name type { name ofType { name } } } type { name ofType { name } } } } }`,
  ),
  ...incremental,
});

const orders = ['NAME', 'STATUS', 'CREATED_AT', 'UPDATED_AT', 'ITEM_COUNT', 'TOTAL_DURATION'];
/** A filter that nearly every record passes, and that no other alias has. */
const since = (index: number): string =>
  `filter: { createdSince: "2000-01-01T00:00:${10 + index}Z" }`;

/** One variable of a type, in one field under 50 aliases. */
const shared = (type: string, field: string, value: unknown): Hostile =>
  posted(`query ($a: ${type}) { ${aliases(field)} }`, { a: value });

const members = (count: number): Record<string, null> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, null]));

const found = 'screens(first: 5, filter: { nameContains: $a }) { nodes { id } }';
const filtered = 'screens(first: 5, filter: $a) { nodes { id } }';
const after = 'screens(after: $a) { nodes { id } }';
const entities = '_entities(representations: $a) { __typename }';
const ids = Array.from({ length: 14_000 }, (_, index) => String(index));
const longIds = ids.slice(0, 1000).map((id) => id.padStart(120, 'x'));

/** What an operation must do once, and not for each of its aliases. */
export const multiplied: ReturnType<Cases> = {
  sorts: posted(
    `{ ${aliases((index) => `screens(first: 1, ${since(index)}, orderBy: { field: ${orders[index % 6]} }) { nodes { id } }`)} }`,
  ),
  'sorts by name': posted(
    `{ ${aliases((index) => `screens(first: 1, ${since(index)}, orderBy: { field: NAME, direction: DESC }) { nodes { id } }`)} }`,
  ),
  summaries: posted(
    `{ ${aliases((index) => `screenSummary(${since(index)}) { count byStatus { count } byTimezone { count } lastUpdatedAt }`)} }`,
  ),
  'filters with their number': posted(
    `{ ${aliases((index) => `screens(first: 1, ${since(index)}) { totalCount }`)} }`,
  ),
  'filters with cursors': posted(
    `{ ${aliases((index) => `screens(first: 1000, ${since(index).replace('{', `{ nameContains: "${index % 10}",`)}) { totalCount edges { cursor } }`, 49)} }`,
  ),
  '9,000 undeclared variables': posted(`query ($a: String) { ${aliases(found)} }`, {
    a: 'x',
    ...members(9000),
  }),
  'a text that decomposes': shared('String', found, '\ufdfa'.repeat(41_000)),
  'a filter with it': shared('ScreenFilter', filtered, { nameContains: '\ufdfa'.repeat(41_000) }),
  'marks of two classes': shared('String', found, '\u0301\u0316'.repeat(30_000)),
  'a time of 100 KB': shared(
    'DateTime',
    'screens(filter: { createdSince: $a }) { totalCount }',
    `2020-01-01T00:00:00.${'0'.repeat(100_000)}10Z`,
  ),
  'a filter of 9,000 unknown members': shared('ScreenFilter', filtered, members(9000)),
  'a filter of 1,000 long ids': shared('ScreenFilter', filtered, { idIn: longIds }),
  'a list in the place of an id': shared('ID!', 'screen(id: $a) { id }', ids),
  'a list in the place of a cursor': shared('String', after, ids),
  'a cursor of 120 KB': shared('String', after, 'W'.repeat(120_000)),
  'a cursor of 100 KB for each playlist': posted(
    `query ($a: String) { playlists(first: 1000) { nodes { ${aliases('items(after: $a) { nodes { position } }', 49)} } } }`,
    { a: 'W'.repeat(100_000) },
  ),
  'a representation of 9,000 members': shared('[_Any!]!', entities, [
    { __typename: 'Screen', id: 'x', ...members(9000) },
  ]),
  '990 unusable representations': shared(
    '[_Any!]!',
    entities,
    Array.from({ length: 990 }, () => ({ __typename: 'Nope', id: 'x', more: 1 })),
  ),
  '990 unusable ids': shared(
    '[ID!]!',
    'nodes(nodeIds: $a) { nodeId }',
    entries(['x'.repeat(100)], 990),
  ),
};
