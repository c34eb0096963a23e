import { credentials, stranger } from '../rig/credential.js';
import type { OrganizationName } from '../rig/organization.js';
import type { Random } from './random.js';

/** One request of the soak. */
export interface SoakRequest {
  readonly kind: string;
  /** Text of the body; undefined for a GET of `path`. */
  readonly body: string;
  readonly accept: string;
  readonly credential: string | undefined;
  /** Whose data may stand in the answer; undefined: nobody's. */
  readonly organization: OrganizationName | undefined;
  /** Whether the client leaves before the answer is there. */
  readonly leaves: boolean;
}

const dashboard = `query Dashboard($first: Int!) { organization { name } screens(first: $first) { totalCount nodes { id name status
  availability { mode weekly { day start } } playbackConfiguration { revision items { slotId media { id name url } layout { panels { panelId items { slotId media { name } } } } } } } } playlists(first: 5) { nodes { name items(first: 3) { nodes { media { name } } } } } }`;
export const walk = `query Walk($after: String, $first: Int!) { media(first: $first, after: $after) { edges { cursor node { id name } } pageInfo { hasNextPage endCursor } } }`;
const lookUp = `query LookUp($s: ID!, $p: ID!, $m: ID!) { screen(id: $s) { name playbackConfiguration { revision screen { screen { name } } } } playlist(id: $p) { name items(last: 4) { nodes { slotId media { name } } } } mediaItem(id: $m) { name } }`;
const lists = `query Lists($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision items { media { name } } } }`;
const deferred = `query Deferred { screens(first: 6) { nodes { id name ... @defer(label: "now") { playbackConfiguration { revision items { media { name } } } } } } media(first: 4) { nodes @stream(initialCount: 1) { name } } }`;
const introspection = '{ __schema { queryType { fields { name args { name } } } } }';

const bad = [
  '{',
  'null',
  '[]',
  JSON.stringify({ query: '{ screens( }' }),
  JSON.stringify({ query: '{ nothing }' }),
  JSON.stringify({ query: `{ ${Array.from({ length: 60 }, (_, at) => `a${at}: __typename`).join(' ')} }` }),
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

const multipart = 'multipart/mixed;deferSpec=20220824, application/json';

/** The next request; what it holds is drawn from the seed alone. */
export function nextRequest(random: Random): SoakRequest {
  const organization = random.from(['alpha', 'beta'] as const);
  const owned = credentials[organization];
  const holder = random.from([
    'everything',
    'everything',
    'everything',
    'screens',
    'playback',
    'playlists',
    'media',
    'none',
  ] as const);
  const isKnown = random.below(40) > 0;
  const given = random.below(60) === 0 ? undefined : stranger;
  const common = {
    credential: isKnown ? owned[holder] : given,
    organization: isKnown ? organization : undefined,
    accept: random.from(['application/json', '*/*', 'application/graphql-response+json']),
    leaves: random.below(25) === 0,
  };
  const send = (
    kind: string,
    query: string,
    variables: object = {},
    accept = common.accept,
  ): SoakRequest => ({
    ...common,
    kind,
    accept,
    body: JSON.stringify({ query, variables }),
  });
  const id = (letter: string, most: number): string => `${letter}${1 + random.below(most + 3)}`;
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      return send('dashboard', dashboard, { first: random.from([3, 8, 20]) });
    case 3:
    case 4:
      return send('walk', walk, { first: random.from([10, 40, 100, 230]) });
    case 5:
    case 6:
      return send('look-up', lookUp, { s: id('s', 130), p: id('p', 12), m: id('m', 230) });
    case 7:
      return send('list', lists, { ids: Array.from({ length: 1 + random.below(12) }, () => id('s', 130)) });
    case 8:
      return send('deferred', deferred, {}, multipart);
    case 9:
      return { ...send('bad', ''), body: random.from(bad) };
    case 10:
      // A new document every time, as ad-hoc clients send them; long ones, so that what is kept of them is soon full.
      return send(
        'new document',
        `query N${random.below(1e9)} { organization { id name } } # ${'x'.repeat(3000)}`,
      );
    default:
      return send('introspection', introspection);
  }
}
