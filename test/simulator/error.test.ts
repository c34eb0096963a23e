import { afterEach, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../src/simulator/simulator.js';
import { ask, credentialOf, send, type ApiResponse } from './ask.js';

let simulator: Simulator;
afterEach(() => simulator.close());

async function start(options: SimulatorOptions = {}): Promise<void> {
  simulator = await startSimulator(options);
}

async function statusesOf(paths: readonly string[], name?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await ask(simulator, path, name)).status);
  return statuses;
}

function expectEnvelope({ status, headers, error }: ApiResponse, wanted: number): void {
  expect(status).toBe(wanted);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(error ?? {}).filter((field) => field !== 'details')).toEqual([
    'code',
    'message',
    'requestId',
  ]);
  for (const field of ['code', 'message', 'requestId']) expect(error?.[field]).toMatch(/./);
  expect(headers.get('x-request-id')).toBe(error?.['requestId']);
}

describe('Errors: every error has the envelope', () => {
  it('400, 401, 403 and 404, each with a request id of its own', async () => {
    await start();
    const responses = [
      await ask(simulator, '/screens?limit=0'),
      await send(simulator, '/screens', {}),
      await ask(simulator, '/screens', 'no scopes'),
      await ask(simulator, '/screens/nobody'),
    ];
    responses.forEach((response, index) => {
      expectEnvelope(response, [400, 401, 403, 404][index] ?? 0);
    });
    expect(new Set(responses.map(({ error }) => error?.['requestId'])).size).toBe(4);
  });

  it('426: HTTPS is checked before anything else', async () => {
    await start({ requireHttps: true, quota: { requests: 0, windowSeconds: 60 } });
    expectEnvelope(await ask(simulator, '/organization'), 426);
    expectEnvelope(await send(simulator, '/nowhere', {}), 426);
  });

  it.each([
    '/',
    '/nowhere',
    '/screens/',
    '/screens//configuration',
    '/screens/a/b',
    '/screens/%zz',
    '/Screens',
  ])('404: %s is no path', async (path) => {
    await start();
    expectEnvelope(await ask(simulator, path), 404);
    expect(simulator.requests).toMatchObject([{ operation: 'unknown', status: 404 }]);
  });

  it('400: Endpoints: every operation is a GET without a body', async () => {
    await start();
    const headers = { authorization: `Bearer ${credentialOf('everything')}` };
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expectEnvelope(await send(simulator, '/screens', { method, headers, body: '{}' }), 400);
    }
  });
});

describe('Limits: a quota exists per credential', () => {
  it('429 after so many requests, whatever they were, and only for that credential', async () => {
    await start({ quota: { requests: 3, windowSeconds: 60 } });
    expect(await statusesOf(['/organization', '/screens/nobody', '/nowhere', '/organization'])).toEqual([
      200, 404, 404, 429,
    ]);
    expect(await statusesOf(['/screens'], 'screens only')).toEqual([200]);
    const response = await ask(simulator, '/organization');
    expectEnvelope(response, 429);
    expect(response.headers.has('retry-after')).toBe(false);
  });

  it('Retry-After names the seconds left, and after them the credential is served again', async () => {
    let time = Date.UTC(2026, 10, 20);
    await start({ now: () => new Date(time), quota: { requests: 1, windowSeconds: 60, retryAfter: true } });
    expect(await statusesOf(['/organization', '/organization'])).toEqual([200, 429]);
    time += 45_500;
    expect((await ask(simulator, '/organization')).headers.get('retry-after')).toBe('15');
    time += 14_500;
    expect(await statusesOf(['/organization', '/organization'])).toEqual([200, 429]);
  });

  it('a request without a credential spends nothing', async () => {
    await start({ quota: { requests: 1, windowSeconds: 60 } });
    expect((await send(simulator, '/organization', {})).status).toBe(401);
    expect(await statusesOf(['/organization'])).toEqual([200]);
  });
});

describe('planned faults', () => {
  it('hit the operation and the id they name', async () => {
    await start({ faults: [{ operation: 'partnerV1_screen', id: 'a b', status: 503 }] });
    expect(await statusesOf(['/screens/a%20b', '/screens/ab', '/screens/a%20b/configuration'])).toEqual([
      503, 404, 404,
    ]);
    expectEnvelope(await ask(simulator, '/screens/a%20b'), 503);
  });

  it('end after so many times, and the next rule takes over', async () => {
    await start({
      faults: [
        { status: 500, times: 2 },
        { status: 429, times: 1, retryAfterSeconds: 7 },
      ],
    });
    const responses = [];
    for (let index = 0; index < 4; index += 1) responses.push(await ask(simulator, '/organization'));
    expect(responses.map(({ status }) => status)).toEqual([500, 500, 429, 200]);
    expect(responses[2]?.headers.get('retry-after')).toBe('7');
  });

  it('choose the same requests at every start', async () => {
    const draw = async () => {
      await start({ faults: [{ status: 502, rate: 0.3 }] });
      return statusesOf(Array.from({ length: 60 }, () => '/organization'));
    };
    const first = await draw();
    await simulator.close();
    expect(await draw()).toEqual(first);
    const share = first.filter((status) => status === 502).length / 60;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.45);
  });

  it('can be replaced while the service runs', async () => {
    await start();
    simulator.setFaults([{ status: 504 }]);
    expect(await statusesOf(['/organization'])).toEqual([504]);
    simulator.setFaults([]);
    expect(await statusesOf(['/organization'])).toEqual([200]);
  });

  it('misuse: refuse a status that cannot be sent', async () => {
    await start();
    expect(() => simulator.setFaults([{ status: 99 }])).toThrow('from 200 to 599, not 99');
  });
});
