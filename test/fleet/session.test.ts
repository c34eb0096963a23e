import { expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { operationRequest, signIn, signInRequest } from '../dashboard/visitor.js';
import { until } from '../rig/wait.js';
import { nameOf, signOut, startDashboards } from './dashboard.js';
import { everything, isSharing, secret } from './fleet.js';
import { describeWithRedis, startRedis } from './redis.js';

const organization = { query: '{ organization { name } }' };
const live = { query: 'subscription { live(everySeconds: 60) { organization { name } } }' };

/** Reads a stream until a text is there. */
async function readUntil(reader: ReadableStreamDefaultReader<string>, text: string): Promise<void> {
  for (let read = ''; !read.includes(text);) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The stream has ended without ${text}.`);
    read += value;
  }
}

async function startTwo(settings: Readonly<Record<string, string>> = {}) {
  const redis = await startRedis();
  const fleet = await startDashboards(redis.url);
  return { redis, fleet, one: await fleet.start(settings), other: await fleet.start(settings) };
}

const isAway = async (facade: Facade): Promise<boolean> => !(await isSharing(facade));

describeWithRedis('sign-ins of a fleet', () => {
  it('another replica knows a visitor at once, without a REST request', async () => {
    const { fleet, one, other } = await startTwo();
    const visitor = await signIn(one, { demo: 'playback only' });
    const sent = fleet.simulator.requests.length;
    expect(await nameOf(other, visitor)).toBe('playback only');
    expect(fleet.simulator.requests).toHaveLength(sent);
  });

  it('another replica serves the page, with the credential and the token of the session', async () => {
    const { one, other } = await startTwo();
    const visitor = await signIn(one, { credential: everything });
    const response = await other.fetch(operationRequest(visitor, organization));
    expect(await response.json()).toMatchObject({
      data: { organization: { name: 'Nordlicht Bahn & Retail' } },
    });
    const stale = await other.fetch(operationRequest({ ...visitor, token: 'stale' }, organization));
    expect(stale.status).toBe(401);
  });

  it('a sign-out at one ends the session and its streams at the other', async () => {
    const { one, other } = await startTwo();
    const visitor = await signIn(one);
    const stream = await other.fetch(operationRequest(visitor, live, { Accept: 'text/event-stream' }));
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (reader === undefined) throw new Error('There is no stream.');
    await readUntil(reader, 'Nordlicht');
    expect((await signOut(one, visitor)).status).toBe(200);
    await readUntil(reader, 'event: complete');
    expect(await nameOf(other, visitor)).toBeUndefined();
    expect((await other.fetch(operationRequest(visitor, organization))).status).toBe(401);
  });

  it('a sign-out reaches a replica that starts later, and leaves nothing in Redis', async () => {
    const { redis, fleet, one } = await startTwo();
    const visitor = await signIn(one);
    expect(await redis.client.keys('*:session:*')).toHaveLength(1);
    await signOut(one, visitor);
    await until('it is deleted', async () => (await redis.client.keys('*:session:*')).length === 0);
    expect(await nameOf(await fleet.start(), visitor)).toBeUndefined();
  });

  it('a sign-out at a replica that has not seen the session ends it, too', async () => {
    const { one, other } = await startTwo();
    const visitor = await signIn(one);
    await signOut(other, visitor);
    await until('it has ended', async () => (await nameOf(one, visitor)) === undefined);
  });

  it('a new sign-in of a browser ends its session before, wherever that was opened', async () => {
    const { one, other } = await startTwo();
    const before = await signIn(one);
    await other.fetch(signInRequest({ demo: 'media only' }, { Cookie: before.cookie }));
    await until('it has ended', async () => (await nameOf(one, before)) === undefined);
  });

  it('a new FLEET_SECRET keeps sign-ins while the old one is the second', async () => {
    const { fleet, one } = await startTwo();
    const visitor = await signIn(one);
    const newer = 'another secret of the fleet and long';
    const rotated = await fleet.start({ FLEET_SECRET: `${newer},${secret}` });
    expect(await nameOf(rotated, visitor)).toBe('everything');
    // It is written again, so the old secret can go.
    const last = await fleet.start({ FLEET_SECRET: newer });
    await until('the new secret opens it', async () => (await nameOf(last, visitor)) === 'everything');
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
      const values = isText ? [await redis.client.get(key)] : await redis.client.zrange(key, 0, '-1');
      const seen = `${key} ${values.join(' ')}`;
      for (const secretText of [everything, visitor.token, visitor.cookie.slice(8), ended.cookie.slice(8)])
        expect(seen).not.toContain(secretText);
      const left = await redis.client.pttl(key);
      expect(left).toBeGreaterThan(29 * 60_000);
      expect(left).toBeLessThanOrEqual(31 * 60_000);
    }
  });
});
