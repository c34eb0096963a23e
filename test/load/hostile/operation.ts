import type { Draw } from '../../fuzz/draw.js';

/** A request that means harm. */
export interface Hostile {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Ids and global ids of records that are there. */
export interface Known {
  readonly screens: readonly string[];
  readonly media: readonly string[];
  readonly nodeIds: readonly string[];
}

/** Bytes of the largest request body that is read (MAX_REQUEST_BYTES). */
export const maxBytes = 131_072;

export const repeated = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => each(index)).join(' ');

export const posted = (
  query: string,
  variables: object = {},
  headers: Readonly<Record<string, string>> = {},
): Hostile => ({ body: JSON.stringify({ query, variables }), headers });

/** As many entries of a pool, from the beginning again where it ends. */
export const entries = (pool: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => pool[index % pool.length] ?? '');

export const inParts = { accept: 'multipart/mixed' };

/** A request of at most 128 KB that asks for as much as it can, in one of many ways. */
export function generateHostile(draw: Draw, known: Known): Hostile {
  const made = draw.from(kinds)(draw, known);
  const headers = {
    ...(draw.once(3) && {
      accept: draw.from(['multipart/mixed', 'text/event-stream', 'application/graphql-response+json']),
    }),
    ...(draw.once(8) && { 'x-upstream-explain': draw.from(['plan', 'trace']) }),
    // Not on the list, so the request takes the usual way.
    ...(draw.once(2) && { origin: 'https://elsewhere.example' }),
    ...made.headers,
  };
  return made.body.length <= maxBytes ? { ...made, headers } : posted('{ __typename }', {}, headers);
}

export type Kind = (draw: Draw, known: Known) => Hostile;

const aliasesOf = (draw: Draw): number => draw.from([1, 5, 20, 50]);

const idsOf = (draw: Draw, pool: readonly string[]): string[] => {
  const kind = draw.from([
    () => pool,
    () => pool.slice(0, 1),
    () => [''],
    () => ['x'.repeat(600)],
    () => Array.from({ length: 1000 }, (_, index) => index.toString(36)),
  ])();
  return entries(kind, draw.from([10, 990, 1000, 1001, 5000, 30_000]));
};

const screenFields = [
  'id name status orientation itemCount createdAt',
  'nodeId description viewport { width height }',
  'playbackConfiguration { revision screen { id name } }',
  'playbackConfiguration { items { media { id name url } } overlays { media { id } } screen { screen { name } } }',
];

const nodes: Kind = (draw, { nodeIds }) => {
  const below = draw.from([
    'nodeId',
    '__typename nodeId ... on Media { id name url createdAt }',
    `... on Playlist { ${repeated(draw.from([1, 20]), (index) => `i${index}: items(first: ${index + 1}) { nodes { media { name } } }`)} }`,
    `... on Screen { ${draw.from(screenFields)} }`,
  ]);
  const query = `query ($i: [ID!]!) { ${repeated(aliasesOf(draw), (index) => `a${index}: nodes(nodeIds: $i) { ${below} }`)} }`;
  return posted(query, { i: idsOf(draw, nodeIds) });
};

const configurations: Kind = (draw, { screens }) => {
  const below = draw.from([
    'revision',
    'revision resolvedAt items { media { id name } } screen { id name status }',
  ]);
  const query = `query ($i: [ID!]!) { ${repeated(aliasesOf(draw), (index) => `a${index}: playbackConfigurations(screenIds: $i) { ${below} }`)} }`;
  return posted(query, { i: idsOf(draw, screens) });
};

const lists: Kind = (draw) => {
  const list = draw.from([
    'media(first: 1000)',
    'screens(first: 1000)',
    'playlists(first: 1000)',
    'media(last: 500)',
  ]);
  const leaves = draw.from(['id name', 'id name nodeId createdAt updatedAt', '...F']);
  const items = draw.from([`nodes { ${leaves} }`, `edges { cursor node { ${leaves} } } nodes { ${leaves} }`]);
  const type = list.startsWith('media') ? 'Media' : list.startsWith('screens') ? 'Screen' : 'Playlist';
  const inner =
    type === 'Media'
      ? 'url'
      : type === 'Screen'
        ? draw.from(screenFields)
        : 'items(first: 100) { nodes { media { name } } }';
  const fragment = leaves === '...F' ? `fragment F on ${type} { id name ${inner} }` : '';
  return posted(
    `{ ${repeated(aliasesOf(draw), (index) => `a${index}: ${list} { totalCount ${items} }`)} } ${fragment}`,
  );
};

const leaves: Kind = (draw) => {
  const many = repeated(49, (index) => `a${index}: ${draw.from(['name', 'id', '__typename', 'nodeId'])}`);
  return posted(`{ ${draw.from(['media', 'screens', 'playlists'])}(first: 1000) { nodes { ${many} } } }`);
};

const introspection: Kind = (draw) => {
  const below = draw.from([
    'types { name description fields { name description args { name type { name ofType { name } } } type { name kind } } }',
    'types { possibleTypes { name interfaces { name } } enumValues { name } inputFields { name } }',
    'directives { name args { name description type { name } } }',
  ]);
  return posted(
    `{ ${repeated(aliasesOf(draw), (index) => `a${index}: __schema { ...S }`)} } fragment S on __Schema { ${below} }`,
  );
};

const parts: Kind = (draw) => {
  const count = draw.from([1, 20, 50, 100, 400]);
  const query = draw.from([
    () =>
      repeated(
        count,
        (index) => `... @defer(label: "d${index}") { a${index}: media(first: 1000) { nodes { id } } }`,
      ),
    () =>
      `media(first: 1000) { nodes { ${repeated(count, (index) => `... @defer(label: "d${index}") { a${index}: name }`)} } }`,
    () =>
      repeated(
        count,
        (index) => `a${index}: media(first: 1000) { nodes @stream(label: "s${index}") { id name } }`,
      ),
    () =>
      'screens(first: 200) { nodes { id ... @defer { playbackConfiguration { revision items { media { name } } } } } }',
    () => 'screens(first: 1000) { nodes @stream { id ... @defer { name ... @defer { status } } } }',
  ])();
  return posted(`{ ${query} }`, {}, inParts);
};

const deep: Kind = (draw) => {
  const [open, close] = draw.from([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  const depth = draw.from([99, 2000, 10_000, 20_000]);
  const value = `${open.repeat(depth)}1${close.repeat(depth)}`;
  const name = draw.from(['i', 'unknown']);
  if (draw.once(2)) {
    const query = JSON.stringify(
      'query ($i: [ID!]) { nodes(nodeIds: ["a"]) { nodeId } a: nodes(nodeIds: $i) { nodeId } }',
    );
    return { body: `{"query":${query},"variables":{"${name}":${value}}}`, headers: {} };
  }
  const literal = value.replaceAll('{"a":', '{a:');
  return posted(`{ nodes(nodeIds: ${literal}) { nodeId } }`);
};

const documents: Kind = (draw) => {
  const count = draw.from([50, 300, 900]);
  return posted(
    draw.from([
      () => `{ organization { ${repeated(count * 4, () => 'id')} } }`,
      () =>
        `{ ${repeated(count, (index) => `...F${index}`)} } ${repeated(count, (index) => `fragment F${index} on Query { organization { id } }`)}`,
      () =>
        `{ ...F0 } ${repeated(count, (index) => `fragment F${index} on Query { organization { id } ...F${index + 1} }`)}`,
      () => `${'\n'.repeat(90_000)}{ ${repeated(count * 4, (index) => `f${index}`)} }`,
      () => `${'\n'.repeat(90_000)}{ screens(${repeated(count, () => 'first: 1')}) { totalCount } }`,
      () =>
        `query (${repeated(count, (index) => `$v${index}: Boolean!`)}) { ${repeated(count, (index) => `__typename @skip(if: $v${index})`)} }`,
      () =>
        repeated(count, (index) => `query Q${index} { ...F }`) +
        ' fragment F on Query { organization { id name slug } }',
      () => `{ ${'a'.repeat(100_000)}: organization { id } }`,
      () => `{ screens(first: "${'x'.repeat(100_000)}") { totalCount } }`,
      () => `{ screens(first: [${repeated(4000, () => '"aaaaaaaaaaaaaaaa"')}]) { totalCount } }`,
    ])(),
  );
};

const kinds: readonly Kind[] = [nodes, configurations, lists, leaves, introspection, parts, deep, documents];
