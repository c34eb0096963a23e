import { credentials, stranger } from '../rig/credential.js';
import type { Random } from './random.js';

/** Documents of the soak's operations; together they use every way to read. */
const dashboard = `query Dashboard($first: Int!) { organization { name } screens(first: $first) { totalCount nodes { id name status
  availability { mode weekly { day start } } playbackConfiguration { revision items { slotId media { id name url } layout { panels { panelId items { slotId media { name } } } } } } } } playlists(first: 5) { nodes { name items(first: 3) { nodes { media { name } } } } } }`;
export const walk = `query Walk($after: String, $first: Int!) { media(first: $first, after: $after) { edges { cursor node { id name } } pageInfo { hasNextPage endCursor } } }`;
const lookUp = `query LookUp($s: ID!, $p: ID!, $m: ID!) { screen(id: $s) { name playbackConfiguration { revision screen { screen { name } } } } playlist(id: $p) { name items(last: 4) { nodes { slotId media { name } } } } mediaItem(id: $m) { name } }`;
const configurations = `query Configurations($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision items { media { name } } } }`;
const deferred = `query Deferred { screens(first: 6) { nodes { id name ... @defer(label: "now") { playbackConfiguration { revision items { media { name } } } } } } media(first: 4) { nodes @stream(initialCount: 1) { name } } }`;
const introspection = '{ __schema { queryType { fields { name args { name } } } } }';

/** Bodies that the façade must refuse. */
const badBodies: readonly string[] = [
  '{',
  'null',
  '[]',
  JSON.stringify({ query: '{ screens( }' }),
  JSON.stringify({ query: '{ nothing }' }),
  JSON.stringify({
    query: `{ ${Array.from({ length: 60 }, (_, at) => `a${at}: __typename`).join(' ')} }`,
  }),
  JSON.stringify({ query: 'mutation { x }' }),
  JSON.stringify({ query: walk, variables: { first: 5000 } }),
  JSON.stringify({ query: walk, variables: { first: 'x' } }),
  JSON.stringify({ query: walk, variables: { first: 3, after: 'nonsense' } }),
  JSON.stringify({ query: lookUp, variables: { s: '..', p: '', m: 'x'.repeat(600) } }),
  JSON.stringify({
    query: 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }',
    variables: { ids: ['x', null] },
  }),
];

/** The next request, drawn from the seed alone. */
export function nextRequest(random: Random) {
  const client = drawClient(random);
  return { ...client, ...random.from(kinds)(random, client.accept) };
}

export type SoakRequest = ReturnType<typeof nextRequest>;

function drawClient(random: Random) {
  const organization = random.from(['alpha', 'beta'] as const);
  const holder = random.from(holders);
  const isKnown = random.below(40) > 0;
  const unknown = random.below(60) === 0 ? undefined : stranger;
  return {
    credential: isKnown ? credentials[organization][holder] : unknown,
    /** The organization whose data the response may contain; undefined allows none. */
    organization: isKnown ? organization : undefined,
    accept: random.from(['application/json', '*/*', 'application/graphql-response+json']),
    cacheControl: random.from([undefined, undefined, 'max-age=1', 'max-age=60', 'no-cache']),
    /**
     * Milliseconds after which the client disconnects, at any point of its response; undefined
     * where it stays.
     */
    leavesAfterMs: random.below(12) === 0 ? random.below(80) : undefined,
  };
}

const holders = [
  'everything',
  'everything',
  'everything',
  'screens',
  'playback',
  'playlists',
  'media',
  'none',
] as const;

type Kind = (
  random: Random,
  accept: string,
) => Readonly<Record<'kind' | 'body' | 'accept', string>>;

const operation =
  (kind: string, query: string, draw: (random: Random) => object = () => ({})): Kind =>
  (random, accept) => ({ kind, accept, body: JSON.stringify({ query, variables: draw(random) }) });

const walkKind = operation('walk', walk, (random) => ({ first: random.from([10, 40, 100, 230]) }));
const dashboardKind = operation('dashboard', dashboard, (random) => ({
  first: random.from([3, 8, 20]),
}));
const lookUpKind = operation('look-up', lookUp, (random) => ({
  s: drawId(random, 's', 130),
  p: drawId(random, 'p', 12),
  m: drawId(random, 'm', 230),
}));

const multipart = 'multipart/mixed;deferSpec=20220824, application/json';

/** A kind that is listed more often is drawn more often. */
const kinds: readonly Kind[] = [
  dashboardKind,
  dashboardKind,
  dashboardKind,
  walkKind,
  walkKind,
  lookUpKind,
  lookUpKind,
  operation('list', configurations, (random) => ({
    ids: Array.from({ length: 1 + random.below(12) }, () => drawId(random, 's', 130)),
  })),
  (random) => operation('deferred', deferred)(random, multipart),
  (random, accept) => ({ kind: 'bad', accept, body: random.from(badBodies) }),
  // New on each request, as from ad-hoc clients, and long enough to fill the document cache soon.
  (random, accept) =>
    operation(
      'new document',
      `query N${random.below(1e9)} { organization { id name } } # ${'x'.repeat(3000)}`,
    )(random, accept),
  operation('introspection', introspection),
];

/** An id of the rig's organizations; a few ids exceed the last record. */
const drawId = (random: Random, letter: string, records: number): string =>
  `${letter}${1 + random.below(records + 3)}`;
