import { expect, it } from 'vitest';
import type { Facade } from '../../../src/facade.js';
import {
  operationRequest,
  readSession,
  sessionRequest,
  signIn,
  type Visitor,
} from '../../dashboard/visitor.js';
import { readerOf } from '../../rig/event-stream.js';
import { openAssets, openSimulator } from '../../rig/open.js';
import { until } from '../../rig/wait.js';
import { everything, isSharing, secret, startReplica } from '../../extra/fleet/fleet.js';
import { describeWithRedis, startRedis } from '../../extra/fleet/redis.js';

const organization = { query: '{ organization { name } }' };
const live = { query: 'subscription { live(everySeconds: 60) { organization { name } } }' };

/** Replicas that serve the dashboard, over one simulator. */
async function startDashboards(redisUrl: string) {
  const simulator = await openSimulator();
  const assets = openAssets();
  return {
    simulator,
    async start(settings: Readonly<Record<string, string>> = {}) {
      const facade = startReplica(
        simulator.url,
        { REDIS_URL: redisUrl, ...settings },
        { dashboard: { assets, demoCredentials: simulator.credentials } },
      );
      await until('the replica shares', () => isSharing(facade));
      return facade;
    },
  };
}

/** The name that a replica knows a visitor by; undefined for one who is signed out. */
const nameOf = async (facade: Facade, visitor: Visitor): Promise<string | undefined> =>
  (await readSession(await facade.fetch(sessionRequest('GET', visitor)))).session?.name;

const signOut = (facade: Facade, visitor: Visitor): Promise<Response> =>
  facade.fetch(sessionRequest('DELETE', visitor));

async function startTwo(settings: Readonly<Record<string, string>> = {}) {
  const redis = await startRedis();
  const fleet = await startDashboards(redis.url);
  return { redis, fleet, one: await fleet.start(settings), other: await fleet.start(settings) };
}

const isAway = async (facade: Facade): Promise<boolean> => !(await isSharing(facade));

describeWithRedis('sign-ins of a fleet', () => {
  it('another replica knows a visitor without a REST request, and serves the page with the session’s own credential and token', async () => {
    const { fleet, one, other } = await startTwo();
    const visitor = await signIn(one, { credential: everything });
    const sent = fleet.simulator.requests.length;
    expect(await nameOf(other, visitor)).toBeDefined();
    expect(fleet.simulator.requests).toHaveLength(sent);
    const response = await other.fetch(operationRequest(visitor, organization));
    expect(await response.json()).toMatchObject({
      data: { organization: { name: 'Nordlicht Bahn & Retail' } },
    });
    const stale = await other.fetch(operationRequest({ ...visitor, token: 'stale' }, organization));
    expect(stale.status).toBe(401);
  });

  it('a sign-out at one ends the session and its streams at the other, and in Redis', async () => {
    const { redis, fleet, one, other } = await startTwo();
    const visitor = await signIn(one);
    expect(await redis.client.keys('*:session:*')).toHaveLength(1);
    const stream = await other.fetch(
      operationRequest(visitor, live, { Accept: 'text/event-stream' }),
    );
    const reader = readerOf(stream);
    await reader.until('Nordlicht');
    expect((await signOut(one, visitor)).status).toBe(200);
    await reader.until('event: complete');
    expect(await nameOf(other, visitor)).toBeUndefined();
    expect((await other.fetch(operationRequest(visitor, organization))).status).toBe(401);
    await until('it is deleted', async () => (await redis.client.keys('*:session:*')).length === 0);
    expect(await nameOf(await fleet.start(), visitor)).toBeUndefined();
  });

  it('a new FLEET_SECRET keeps sign-ins while the old one is the second', async () => {
    const { fleet, one } = await startTwo();
    const visitor = await signIn(one);
    const newer = 'another secret of the fleet and long';
    const rotated = await fleet.start({ FLEET_SECRET: `${newer},${secret}` });
    expect(await nameOf(rotated, visitor)).toBe('everything');
    // It is written again, so the old secret can go.
    const last = await fleet.start({ FLEET_SECRET: newer });
    await until(
      'the new secret opens it',
      async () => (await nameOf(last, visitor)) === 'everything',
    );
  });

  it('while Redis is away, a replica knows those who have signed in there, and nobody else', async () => {
    const { redis, one, other } = await startTwo();
    const visitor = await signIn(one);
    redis.kill('SIGKILL');
    await until('both have noticed', async () => {
      await Promise.all([signIn(one), signIn(other)]);
      return (await isAway(one)) && (await isAway(other));
    });
    expect(await nameOf(one, visitor)).toBe('everything');
    expect(await nameOf(other, visitor)).toBeUndefined();
  });

  it('Redis holds no credential, name or id of a session, and everything there expires', async () => {
    const { redis, one, other } = await startTwo();
    const visitor = await signIn(one, { credential: everything });
    const ended = await signIn(one);
    await signOut(other, ended);
    const keys = await redis.client.keys('*');
    // A session, and the sign-out that others may still have to hear of.
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      const isText = (await redis.client.type(key)) === 'string';
      const values = isText
        ? [await redis.client.get(key)]
        : await redis.client.zrange(key, 0, '-1');
      const seen = `${key} ${values.join(' ')}`;
      for (const secretText of [
        everything,
        visitor.token,
        visitor.cookie.slice(8),
        ended.cookie.slice(8),
      ])
        expect(seen).not.toContain(secretText);
      const left = await redis.client.pttl(key);
      expect(left).toBeGreaterThan(29 * 60_000);
      expect(left).toBeLessThanOrEqual(31 * 60_000);
    }
  });
});
