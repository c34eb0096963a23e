import { credentials, stranger } from '../rig/credential.js';
import type { OrganizationName } from '../rig/organization.js';
import { badBodies, configurations, dashboard, deferred, introspection, lookUp, walk } from './document.js';
import type { Random } from './random.js';

/** One request of the soak. */
export interface SoakRequest extends Client {
  readonly kind: string;
  readonly body: string;
}

interface Client {
  readonly accept: string;
  readonly credential: string | undefined;
  /** The organization whose data the response may contain; undefined allows none. */
  readonly organization: OrganizationName | undefined;
  readonly cacheControl: string | undefined;
  /** Whether the client disconnects before the response. */
  readonly leaves: boolean;
}

/** The next request, drawn from the seed alone. */
export function nextRequest(random: Random): SoakRequest {
  const client = drawClient(random);
  return { ...client, ...random.from(kinds)(random, client.accept) };
}

function drawClient(random: Random): Client {
  const organization = random.from(['alpha', 'beta'] as const);
  const holder = random.from(holders);
  const isKnown = random.below(40) > 0;
  const unknown = random.below(60) === 0 ? undefined : stranger;
  return {
    credential: isKnown ? credentials[organization][holder] : unknown,
    organization: isKnown ? organization : undefined,
    accept: random.from(['application/json', '*/*', 'application/graphql-response+json']),
    cacheControl: random.from([undefined, undefined, 'max-age=1', 'max-age=60', 'no-cache']),
    leaves: random.below(25) === 0,
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

type Kind = (random: Random, accept: string) => Pick<SoakRequest, 'kind' | 'body' | 'accept'>;

const operation =
  (kind: string, query: string, draw: (random: Random) => object = () => ({})): Kind =>
  (random, accept) => ({ kind, accept, body: JSON.stringify({ query, variables: draw(random) }) });

const walkKind = operation('walk', walk, (random) => ({ first: random.from([10, 40, 100, 230]) }));
const dashboardKind = operation('dashboard', dashboard, (random) => ({ first: random.from([3, 8, 20]) }));
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
