import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GuessLimit } from '../../../src/extra/sign-in/guess-limit.js';
import { type DashboardServer, startDashboard } from '../../dashboard/server.js';
import { codeOf, operationRequest, signIn, signInRequest } from '../../dashboard/visitor.js';

/** A limit, its clock, and how many of some attempts it takes. */
function open() {
  let now = 0;
  const limit = new GuessLimit(() => now);
  const take = (): boolean => {
    try {
      limit.take();
      return true;
    } catch {
      return false;
    }
  };
  const taken = (count: number): number =>
    Array.from({ length: count }, take).filter(Boolean).length;
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { limit, taken, pass };
}

it('takes 20 at once, and one more each three seconds', () => {
  const { taken, pass } = open();
  expect(taken(100)).toBe(20);
  pass(2999);
  expect(taken(100)).toBe(0);
  pass(1);
  expect(taken(100)).toBe(1);
  pass(7000);
  expect(taken(100)).toBe(2);
  pass(2000);
  expect(taken(100)).toBe(1);
});

it('takes no more than 20 after a long time, and never more for what was given back', () => {
  const { limit, taken, pass } = open();
  for (let count = 0; count < 50; count += 1) limit.giveBack();
  expect(taken(100)).toBe(20);
  pass(3_600_000);
  expect(taken(100)).toBe(20);
  limit.giveBack();
  expect(taken(100)).toBe(1);
});

it('says when to try again', () => {
  const { limit, taken, pass } = open();
  taken(20);
  pass(1500);
  expect(() => limit.take()).toThrow('Try again in 2 s.');
});

describe('guessing a credential', () => {
  const everything = 'demo-everything-credential';
  const organization = { query: '{ organization { name } }' };
  let server: DashboardServer;
  beforeEach(async () => {
    server = await startDashboard();
  });
  afterEach(() => server.close());

  const guess = (index: number): Promise<Response> =>
    server.fetch(signInRequest({ credential: `nobody-knows-number-${index}` }));

  it('costs at most 20 REST requests at once, and then one in 3 seconds', async () => {
    const responses = await Promise.all(Array.from({ length: 400 }, (_, index) => guess(index)));
    const refused = responses.filter(({ status }) => status === 503);
    expect(server.simulator.requests).toHaveLength(20);
    expect(refused).toHaveLength(380);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(3);
    expect(await codeOf(refused[0] ?? new Response('{}'))).toBe('OPERATION_LIMIT_EXCEEDED');
  });

  it('does not keep people out whose credential is in use, and ends nobody’s session', async () => {
    const visitor = await signIn(server);
    await Promise.all(Array.from({ length: 30 }, (_, index) => guess(index)));
    expect((await guess(31)).status).toBe(503);
    expect((await server.fetch(operationRequest(visitor, organization))).status).toBe(200);
    expect((await server.fetch(signInRequest({ credential: everything }))).status).toBe(200);
  });

  it('is not what many people do who sign in one after the other', async () => {
    for (let index = 0; index < 50; index += 1) await signIn(server);
    expect((await server.fetch(signInRequest({ demo: 'media only' }))).status).toBe(200);
  });
});
