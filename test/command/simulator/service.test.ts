import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../src/command/simulator/simulator.js';
import { words } from '../../fuzz/draw.js';
import { endpoints } from '../../partner/contract.js';
import { openSimulator } from '../../rig/open.js';
import {
  ask,
  asItem,
  credentialOf,
  crawl,
  firstIdOf,
  idsOf,
  send,
  v1,
  type ApiResponse,
} from './ask.js';

let simulator: Simulator;
let paths: Map<string, string>;

beforeAll(async () => {
  simulator = await startSimulator();
  const screenId = await firstIdOf(simulator, '/screens');
  const playlistId = await firstIdOf(simulator, '/playlists');
  const mediaId = await firstIdOf(simulator, '/media');
  const fill = (path: string) =>
    path
      .replace('{screenId}', screenId)
      .replace('{playlistId}', playlistId)
      .replace('{mediaId}', mediaId);
  paths = new Map(endpoints.map(([id, path]) => [id, fill(path).slice(v1.length)]));
});
afterAll(() => simulator.close());

async function statusesOf(of: Simulator, all: readonly string[], name?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of all) statuses.push((await ask(of, path, name)).status);
  return statuses;
}

describe('Authentication, rules 3 and 4: scopes are enforced independently', () => {
  const allowed: readonly (readonly [string, readonly string[]])[] = [
    ['everything', ['screens:read', 'playback:read', 'playlists:read', 'media:read']],
    ['screens only', ['screens:read']],
    ['playback only', ['playback:read']],
    ['playlists only', ['playlists:read']],
    ['media only', ['media:read']],
    ['no scopes', []],
  ];

  it.each(allowed)('with "%s", whether or not the record exists', async (name, scopes) => {
    for (const [id, , scope] of endpoints) {
      const isAllowed = scope === undefined || scopes.includes(scope);
      const { status, error } = await ask(simulator, paths.get(id) ?? '', name);
      const expected = isAllowed ? [200, undefined] : [403, 'insufficient_scope'];
      expect([status, error?.['code']], id).toEqual(expected);
    }
    const isScreenAllowed = scopes.includes('screens:read');
    expect((await ask(simulator, '/screens/scr_nobody', name)).status).toBe(
      isScreenAllowed ? 404 : 403,
    );
  });
});

describe('Authentication, rule 6: a missing or invalid credential yields 401', () => {
  const good = `Bearer ${credentialOf('everything')}`;

  it.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['an unknown credential', { authorization: 'Bearer demo-nobody-credential' }],
    ['another scheme', { authorization: good.replace('Bearer', 'Basic') }],
    ['no scheme', { authorization: credentialOf('everything') }],
    ['an empty credential', { authorization: 'Bearer ' }],
    ['white space inside', { authorization: `${good} ${credentialOf('everything')}` }],
  ])('with %s, and does not repeat it', async (_, headers) => {
    for (const path of ['/organization', '/screens', '/nowhere']) {
      const { status, headers: received, error } = await send(simulator, path, { headers });
      expect([status, received.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(error).toMatchObject({ code: 'unauthenticated' });
      expect(JSON.stringify(error)).not.toContain('demo-');
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
});

describe('What the service does: a resource of another organization is absent', () => {
  it.each([
    ['/screens', ''],
    ['/screens', '/configuration'],
    ['/playlists', ''],
    ['/playlists', '/items'],
    ['/media', ''],
  ])('%s/{id}%s is 404 for the other organization, and 200 for its own', async (path, rest) => {
    const record = `${path}/${await firstIdOf(simulator, path)}${rest}`;
    expect((await ask(simulator, record)).status).toBe(200);
    const { status, error } = await ask(simulator, record, 'second organization');
    expect([status, error?.['code']]).toEqual([404, 'not_found']);
  });

  it('the two organizations share one screen id, with different screens behind it, and no other id', async () => {
    const both = ['everything', 'second organization'];
    const lists = both.map((name) => crawl(simulator, '/screens', name));
    const [ours = [], theirs = []] = await Promise.all(lists);
    const [shared, ...others] = idsOf(ours).filter((id) => idsOf(theirs).includes(id));
    expect(others).toEqual([]);
    const responses = both.map((name) => ask(simulator, `/screens/${String(shared)}`, name));
    const names = (await Promise.all(responses)).map(({ data }) => asItem(data)['name']);
    expect(names).toEqual([ours[2]?.['name'], theirs[2]?.['name']]);
    expect(names[0]).not.toBe(names[1]);
  });
});

function expectEnvelope({ status, headers, error }: ApiResponse, wanted: number): void {
  expect(status).toBe(wanted);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  const members = Object.entries(error ?? {}).filter(([field]) => field !== 'details');
  expect(members.map(([field]) => field)).toEqual(['code', 'message', 'requestId']);
  for (const [, value] of members) expect(value).toMatch(/./);
  expect(headers.get('x-request-id')).toBe(error?.['requestId']);
}

describe('Errors: every error has the envelope', () => {
  it('400, 401, 403 and 404, each with a request id of its own', async () => {
    const responses = [
      await ask(simulator, '/screens?limit=0'),
      await send(simulator, '/screens', {}),
      await ask(simulator, '/screens', 'no scopes'),
      await ask(simulator, '/screens/nobody'),
    ];
    for (const [index, status] of [400, 401, 403, 404].entries())
      expectEnvelope(responses[index] ?? expect.fail(), status);
    expect(new Set(responses.map(({ error }) => error?.['requestId'])).size).toBe(4);
  });

  it('426: HTTPS is checked before anything else', async () => {
    const secure = await openSimulator({
      requireHttps: true,
      quota: { requests: 0, windowSeconds: 60 },
    });
    expectEnvelope(await ask(secure, '/organization'), 426);
    expectEnvelope(await send(secure, '/nowhere', {}), 426);
  });

  const unknown = words(
    '/ /nowhere /screens/ /screens//configuration /screens/a/b /screens/%zz /Screens',
  );
  it.each(unknown)('404: %s is no path', async (path) => {
    simulator.clearRequests();
    expectEnvelope(await ask(simulator, path), 404);
    expect(simulator.requests).toMatchObject([{ operation: 'unknown', status: 404 }]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '400: Endpoints: no operation is a %s',
    async (method) => {
      const headers = { authorization: `Bearer ${credentialOf('everything')}` };
      expectEnvelope(await send(simulator, '/screens', { method, headers, body: '{}' }), 400);
    },
  );
});

describe('Limits: a quota exists per credential', () => {
  it('429 after so many requests, whatever they were, and only for that credential', async () => {
    const limited = await openSimulator({ quota: { requests: 3, windowSeconds: 60 } });
    const asked = ['/organization', '/screens/nobody', '/nowhere', '/organization'];
    expect(await statusesOf(limited, asked)).toEqual([200, 404, 404, 429]);
    expect(await statusesOf(limited, ['/screens'], 'screens only')).toEqual([200]);
    const response = await ask(limited, '/organization');
    expectEnvelope(response, 429);
    expect(response.headers.has('retry-after')).toBe(false);
  });

  it('Retry-After names the seconds left, and after them the credential is served again', async () => {
    let time = Date.UTC(2026, 10, 20);
    const quota = { requests: 1, windowSeconds: 60, retryAfter: true };
    const limited = await openSimulator({ now: () => new Date(time), quota });
    expect((await send(limited, '/organization', {})).status, 'without a credential').toBe(401);
    expect(await statusesOf(limited, ['/organization', '/organization'])).toEqual([200, 429]);
    time += 45_500;
    expect((await ask(limited, '/organization')).headers.get('retry-after')).toBe('15');
    time += 14_500;
    expect(await statusesOf(limited, ['/organization', '/organization'])).toEqual([200, 429]);
  });
});

describe('planned faults', () => {
  it('hit the operation and the id they name, until they are replaced', async () => {
    const faulty = await openSimulator({
      faults: [{ operation: 'partnerV1_screen', id: 'a b', status: 503 }],
    });
    const asked = ['/screens/a%20b', '/screens/ab', '/screens/a%20b/configuration'];
    expect(await statusesOf(faulty, asked)).toEqual([503, 404, 404]);
    expectEnvelope(await ask(faulty, '/screens/a%20b'), 503);
    faulty.setFaults([{ status: 504 }]);
    expect(await statusesOf(faulty, ['/organization'])).toEqual([504]);
    faulty.setFaults([]);
    expect(await statusesOf(faulty, ['/organization'])).toEqual([200]);
  });

  it('end after so many times, and the next rule takes over', async () => {
    const faults = [
      { status: 500, times: 2 },
      { status: 429, times: 1, retryAfterSeconds: 7 },
    ];
    const faulty = await openSimulator({ faults });
    expect(await statusesOf(faulty, ['/organization', '/organization'])).toEqual([500, 500]);
    const { status, headers } = await ask(faulty, '/organization');
    expect([status, headers.get('retry-after')]).toEqual([429, '7']);
    expect(await statusesOf(faulty, ['/organization'])).toEqual([200]);
  });

  it('choose the same requests at every start', async () => {
    const draw = async () => {
      const faulty = await openSimulator({ faults: [{ status: 502, rate: 0.3 }] });
      return statusesOf(faulty, Array<string>(60).fill('/organization'));
    };
    const first = await draw();
    expect(await draw()).toEqual(first);
    const share = first.filter((status) => status === 502).length / 60;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.45);
  });
});
