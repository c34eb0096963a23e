import { expect, it } from 'vitest';
import { demoCredentials } from '../../src/command/simulator/simulator.js';
import { ask, mediaAt, nodeIdOf, screenAt } from '../economy/ask.js';
import { endpoints } from '../partner/contract.js';
import { sendQuery, startSystem } from './test-system.js';

const nodeOf = (type: string, id: string): string =>
  `node(nodeId: "${nodeIdOf(type, id)}") { nodeId }`;

/** Each root field with the scope that it needs (contract, "Authentication", 3). */
const fields: readonly [string, string | undefined][] = [
  ['organization { id }', undefined],
  [nodeOf('Organization', 'org_nordlicht'), undefined],
  ['screen(id: "scr_1fyak") { id }', 'screens:read'],
  ['screens(first: 1) { totalCount nodes { id } }', 'screens:read'],
  [nodeOf('Screen', 'scr_1fyak'), 'screens:read'],
  ['playbackConfiguration(screenId: "scr_1fyak") { revision }', 'playback:read'],
  ['playbackConfigurations(screenIds: ["scr_1fyak"]) { revision }', 'playback:read'],
  ['playlist(id: "pls_3meby") { id }', 'playlists:read'],
  ['playlists(first: 1) { totalCount nodes { id } }', 'playlists:read'],
  [nodeOf('Playlist', 'pls_3meby'), 'playlists:read'],
  ['mediaItem(id: "med_ttm7s") { id }', 'media:read'],
  ['media(first: 1) { totalCount nodes { id } }', 'media:read'],
  [nodeOf('Media', 'med_ttm7s'), 'media:read'],
];

const ofMainOrganization = demoCredentials.filter(({ name }) => name !== 'second organization');

it.each(ofMainOrganization)(
  'scopes are independent (contract, "Authentication", 3 and 4): "$name" reads what its scopes allow: $scopes',
  async ({ credential, scopes }) => {
    const { facade, simulator } = await startSystem();
    const refused = new Set<string | undefined>();
    for (const [field, scope] of fields) {
      const isAllowed = scope === undefined || scopes.includes(scope);
      simulator.clearRequests();
      const { status, data, errors } = await sendQuery(facade, `{ it: ${field} }`, {}, credential);
      // A missing scope costs one request, once.
      expect([status, simulator.requests.length], field).toEqual([200, refused.has(scope) ? 0 : 1]);
      if (!isAllowed) refused.add(scope);
      if (isAllowed) expect(JSON.stringify(data)).not.toContain('null');
      const extensions = { code: 'FORBIDDEN', requiredScope: scope };
      expect(errors, field).toMatchObject(isAllowed ? [] : [{ extensions }]);
    }
  },
);

it('a missing scope costs nothing any more once it is known: each page and each repetition sends its own request alone', async () => {
  const { facade, simulator } = await startSystem();
  const page = (after?: string): string =>
    `{ screens(first: 20${after === undefined ? '' : `, after: "${after}"`}) {
      pageInfo { endCursor } nodes { id playbackConfiguration { revision } } } }`;
  const credential = 'demo-screens-only-credential';
  const first = await sendQuery(facade, page(), {}, credential);
  const { endCursor } = (first.data as { screens: { pageInfo: { endCursor: string } } }).screens
    .pageInfo;
  for (const query of [
    page(),
    page(endCursor),
    '{ playbackConfiguration(screenId: "scr_1fyak") { revision } }',
  ]) {
    simulator.clearRequests();
    const { errors } = await sendQuery(facade, query, {}, credential);
    const isPage = query.includes('screens');
    expect(simulator.requests).toHaveLength(isPage ? 1 : 0);
    expect(errors).toHaveLength(isPage ? 20 : 1);
    for (const error of errors)
      expect(error).toMatchObject({
        message: 'The credential lacks the scope playback:read (HTTP 403).',
        extensions: {
          code: 'FORBIDDEN',
          status: 403,
          operation: 'partnerV1_screenConfiguration',
          requiredScope: 'playback:read',
        },
      });
  }
});

const screenId = 'scr_1fyak';

it('a missing scope fails only the fields that need it: a playback-only credential keeps its configuration; the links out of it are FORBIDDEN', async () => {
  const { facade } = await startSystem();
  const query = `{
      screens(first: 3) { nodes { id } }
      playlists(first: 2) { nodes { id } }
      media(first: 1) { totalCount }
      playbackConfiguration(screenId: "${screenId}") { screen { id screen { id } } }
    }`;
  const { status, data, errors } = await sendQuery(
    facade,
    query,
    {},
    'demo-playback-only-credential',
  );
  expect(status).toBe(200);
  expect(data).toEqual({
    screens: null,
    playlists: null,
    media: null,
    playbackConfiguration: { screen: { id: screenId, screen: null } },
  });
  const missing = errors.map(
    ({ path, extensions }) => `${path?.join('.')} ${String(extensions['requiredScope'])}`,
  );
  expect(missing.toSorted()).toEqual([
    'media media:read',
    'playbackConfiguration.screen.screen screens:read',
    'playlists playlists:read',
    'screens screens:read',
  ]);
});

const ids = `["${screenAt(0)}", "${screenAt(1)}"]`;
const nodes = `["${nodeIdOf('Screen', screenAt(0))}", "${nodeIdOf('Media', mediaAt(0))}"]`;

/** Fields of every kind of cost, alone and below others. */
const queries = [
  '{ __typename }',
  '{ organization { name } }',
  '{ organization { screens(first: 2) { totalCount } } }',
  '{ screens(first: 3) { nodes { playbackConfiguration { items { media { name } } } } } }',
  '{ screens(filter: { statusIn: [OFFLINE] }) { nodes { name } } media(first: 1) { nodes { id } } }',
  '{ playlists(first: 2) { nodes { items(first: 3) { nodes { media { name } } } } } }',
  `{ playbackConfigurations(screenIds: ${ids}) { screen { screen { name } } } }`,
  '{ mediaSummary { count } playlistSummary { empty } }',
  '{ media(first: 2) { nodes { playlists { name } } } }',
  '{ media(first: 2) { nodes { screens { id } } } }',
  `{ screen(id: "${screenAt(0)}") { name playbackConfiguration { revision } } }`,
  `{ nodes(nodeIds: ${nodes}) { nodeId ... on Screen { name } ... on Playlist { items { totalCount } } } }`,
  `query ($on: Boolean = false) { screens(first: 1) { totalCount } media @include(if: $on) { totalCount } }`,
];

const scopes = [
  ...new Set(endpoints.flatMap(([, , scope]) => (scope === undefined ? [] : [scope]))),
];

/** A system whose credential has all scopes but one. */
const startWithout = (missing: string | undefined) =>
  startSystem({
    faults: endpoints
      .filter(([, , scope]) => scope !== undefined && scope === missing)
      .map(([operation]) => ({ operation, status: 403 })),
  });

async function planned(query: string): Promise<readonly string[]> {
  const headers = { 'x-upstream-explain': 'plan' };
  const { upstream } = await ask(await startWithout(undefined), query, { headers });
  const named = upstream?.plan?.flatMap(({ scope }) => (scope === undefined ? [] : [scope]));
  return [...new Set(named)].toSorted();
}

it.each(queries)(
  'the scopes of a plan are those without which a field is FORBIDDEN: %s',
  async (query) => {
    const needed: string[] = [];
    for (const scope of scopes) {
      const { codes } = await ask(await startWithout(scope), query);
      // Some items name files that are gone.
      expect(codes.filter((code) => code !== 'FORBIDDEN' && code !== 'NOT_FOUND')).toEqual([]);
      if (codes.includes('FORBIDDEN')) needed.push(scope);
    }
    expect(await planned(query)).toEqual(needed.toSorted());
  },
);
