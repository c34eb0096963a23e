import { entries, type Hostile, inParts, type Known, posted, repeated } from './operation.js';

const times = (count: number, each: string): string => repeated(count, (index) => `a${index}: ${each}`);

const twelve =
  'revision resolvedAt screen { id name status orientation } availability { mode } items { type media { id name url } } overlays { type }';
export type Case = readonly [name: string, make: (known: Known) => Hostile];

/** Requests that are refused before any REST request. */
export const limited: readonly Case[] = [
  [
    '40,000 empty ids under 5 aliases',
    () =>
      posted(`query ($i: [ID!]!) { ${times(5, 'nodes(nodeIds: $i) { nodeId }')} }`, {
        i: entries([''], 40_000),
      }),
  ],
  [
    '42,000 empty ids under 51 aliases',
    () =>
      posted(
        `query ($i: [ID!]!) { nodes(nodeIds: $i) { nodeId } ${times(50, 'nodes(nodeIds: $i) { nodeId }')} }`,
        {
          i: entries([''], 42_000),
        },
      ),
  ],
  [
    'one id 9,000 times with 12 fields',
    (known) =>
      posted(`query ($i: [ID!]!) { playbackConfigurations(screenIds: $i) { ${twelve} } }`, {
        i: entries(known.screens.slice(0, 1), 9000),
      }),
  ],
  [
    '400 labelled @defer that repeat a list',
    () =>
      posted(
        `{ ${repeated(400, (index) => `...@defer(label:"${index}"){...F}`)} } fragment F on Query { media { nodes { id } } }`,
        {},
        inParts,
      ),
  ],
  [
    'an explanation of 20,000 bad ids under 50 aliases',
    () =>
      posted(
        `query ($i: [ID!]!) { ${times(50, 'nodes(nodeIds: $i) { nodeId }')} }`,
        { i: entries(['x1', 'x2', 'x3'], 20_000) },
        { 'x-upstream-explain': 'plan' },
      ),
  ],
];
/** Requests that are served or ended in slices. */
export const large: readonly Case[] = [
  [
    '51,000 empty ids',
    () =>
      posted(
        `query ($i: [ID!]!) { nodes(nodeIds: $i) { nodeId } ${times(50, 'nodes(nodeIds: $i) { nodeId }')} }`,
        { i: entries([''], 1000) },
      ),
  ],
  [
    '51,000 ids of media',
    (known) =>
      posted(`query ($i: [ID!]!) { ${times(50, 'nodes(nodeIds: $i) { nodeId ... on Media { name } }')} }`, {
        i: entries(known.nodeIds.slice(0, 400), 1000),
      }),
  ],
  [
    '50,000 configurations of 200 screens',
    (known) =>
      posted(`query ($i: [ID!]!) { ${times(50, 'playbackConfigurations(screenIds: $i) { revision }')} }`, {
        i: entries(known.screens.slice(0, 200), 1000),
      }),
  ],
  [
    'playlists with 49 lists of items each',
    () =>
      posted(
        `{ playlists(first: 1000) { nodes { ${repeated(49, (index) => `a${index}: items(first: ${index + 1}) { nodes { position } }`)} } } }`,
      ),
  ],
  [
    '50,000 configurations below nodes that are not there',
    () =>
      posted(
        `query ($i: [ID!]!) { ${times(50, 'nodes(nodeIds: $i) { ... on Screen { playbackConfiguration { revision } } }')} }`,
        {
          i: Array.from({ length: 1000 }, (_, index) => Buffer.from(`Screen:${index}`).toString('base64url')),
        },
      ),
  ],
  [
    'where 1,000 files are used, under 49 aliases',
    () => posted(`{ media(first: 1000) { nodes { ${times(49, 'screens { id }')} } } }`),
  ],
  [
    'playlists of files of playlists of files',
    () =>
      posted(
        `{ media(first: 1000) { nodes { ${repeated(4, () => 'playlists { items(first: 1000) { nodes { media { ')} id ${repeated(4, () => '} } } } ')} } } }`,
      ),
  ],
  [
    '49 introspections',
    () =>
      posted(
        `{ ${times(49, '__schema { ...S }')} } fragment S on __Schema { types { name description fields { name description args { name type { name ofType { name } } } type { name ofType { name } } } } }`,
      ),
  ],
  [
    '49,000 deferred names',
    () =>
      posted(
        `{ media(first: 1000) { nodes { ${repeated(49, (index) => `... @defer(label: "d${index}") { a${index}: name }`)} } } }`,
        {},
        inParts,
      ),
  ],
  [
    '9,000 streamed items',
    () =>
      posted(
        `{ ${repeated(9, (index) => `a${index}: media(first: 1000) { nodes @stream(label: "s${index}") { id name } }`)} }`,
        {},
        inParts,
      ),
  ],
];
