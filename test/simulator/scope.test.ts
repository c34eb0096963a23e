import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.js';
import { ask, asItem, asItems, credentialOf, crawl, idsOf, nth, send, v1 } from './ask.js';
import { endpoints } from '../partner/contract.js';

let simulator: Simulator;
let paths: Map<string, string>;

beforeAll(async () => {
  simulator = await startSimulator();
  const ids = await Promise.all(
    ['/screens', '/playlists', '/media'].map(
      async (path) => idsOf(asItems((await ask(simulator, path)).data))[0] ?? '',
    ),
  );
  const [screenId = '', playlistId = '', mediaId = ''] = ids;
  const fill = (path: string) =>
    path.replace('{screenId}', screenId).replace('{playlistId}', playlistId).replace('{mediaId}', mediaId);
  paths = new Map(endpoints.map(([id, path]) => [id, fill(path).slice(v1.length)]));
});
afterAll(() => simulator.close());

describe('Authentication, rules 3 and 4: scopes are enforced independently', () => {
  const allowed: readonly (readonly [string, readonly string[]])[] = [
    ['everything', ['screens:read', 'playback:read', 'playlists:read', 'media:read']],
    ['screens only', ['screens:read']],
    ['playback only', ['playback:read']],
    ['playlists only', ['playlists:read']],
    ['media only', ['media:read']],
    ['no scopes', []],
  ];
  const matrix = allowed.flatMap(([name, scopes]) =>
    endpoints.map(
      ([id, , scope]) => [id, name, scope === undefined || scopes.includes(scope) ? 200 : 403] as const,
    ),
  );

  it.each(matrix)('%s with "%s" gives %i', async (id, name, status) => {
    const response = await ask(simulator, paths.get(id) ?? '', name);
    expect(response.status).toBe(status);
    if (status === 403) expect(response.error).toMatchObject({ code: 'insufficient_scope' });
  });

  it('a refused scope hides whether the resource exists', async () => {
    const responses = await Promise.all(
      ['scr_nobody', paths.get('partnerV1_screen')?.split('/').pop() ?? ''].map((id) =>
        ask(simulator, `/screens/${id}`, 'media only'),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([403, 403]);
  });
});

describe('Authentication, rule 6: a missing or invalid credential yields 401', () => {
  const good = `Bearer ${credentialOf('everything')}`;
  const bad: readonly (readonly [string, Record<string, string>])[] = [
    ['no header', {}],
    ['an unknown credential', { authorization: 'Bearer demo-nobody-credential' }],
    ['another scheme', { authorization: good.replace('Bearer', 'Basic') }],
    ['no scheme', { authorization: credentialOf('everything') }],
    ['an empty credential', { authorization: 'Bearer ' }],
    ['white space inside', { authorization: `${good} ${credentialOf('everything')}` }],
  ];

  it.each(bad)('with %s', async (_, headers) => {
    for (const path of ['/organization', '/screens', '/nowhere']) {
      const { status, headers: received, error } = await send(simulator, path, { headers });
      expect(status).toBe(401);
      expect(received.get('www-authenticate')).toBe('Bearer');
      expect(error).toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('with two headers', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = ['host', 'simulator', 'authorization', good, 'authorization', good];
      request(`${simulator.url}${v1}/organization`, { headers }, (response) => {
        resolve(response.resume().statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(401);
  });

  it('but the scheme may be written in any case', async () => {
    const headers = { authorization: good.replace('Bearer', 'bEARER') };
    expect((await send(simulator, '/organization', { headers })).status).toBe(200);
  });

  it('and no response repeats the credential', async () => {
    const headers = { authorization: 'Bearer some-secret-value' };
    const { error } = await send(simulator, '/organization', { headers });
    expect(JSON.stringify(error)).not.toContain('some-secret-value');
  });
});

describe('What the service does: a resource of another organization is absent', () => {
  it.each([
    ['/screens', ''],
    ['/screens', '/configuration'],
    ['/playlists', ''],
    ['/playlists', '/items'],
    ['/media', ''],
  ])('%s/{id}%s is 404 for the other organization, and 200 for its own', async (path, rest) => {
    const { data } = await ask(simulator, path);
    const id = idsOf(asItems(data))[0] ?? '';
    expect((await ask(simulator, `${path}/${id}${rest}`)).status).toBe(200);
    const { status, error } = await ask(simulator, `${path}/${id}${rest}`, 'second organization');
    expect([status, error?.['code']]).toEqual([404, 'not_found']);
  });

  it('the two organizations share one screen id, with different screens behind it, and no other id', async () => {
    const ours = await crawl(simulator, '/screens');
    const theirs = await crawl(simulator, '/screens', 'second organization');
    const shared = idsOf(ours).filter((id) => idsOf(theirs).includes(id));
    expect(shared).toHaveLength(1);
    const names = await Promise.all(
      ['everything', 'second organization'].map(
        async (name) => asItem((await ask(simulator, `/screens/${String(shared[0])}`, name)).data)['name'],
      ),
    );
    expect(names).toEqual([nth(ours, 2)['name'], nth(theirs, 2)['name']]);
    expect(names[0]).not.toBe(names[1]);
  });
});
