import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { held, later, reset, silence } from '../rig/response.js';
import { rawOperation } from '../rig/raw-client.js';
import { dataAt, startRig } from '../rig/rig.js';
import { credentials } from '../rig/credential.js';
import { timed, until } from '../rig/wait.js';
import { expectIntact } from './outcome.js';

const query = '{ organization { name } }';

describe('clients that leave', () => {
  const many = (count: number): string =>
    `{ playbackConfigurations(screenIds: [${Array.from({ length: count }, (_, index) => `"s${index + 1}"`).join(',')}]) { revision } }`;

  it('C12: what runs is aborted, what queues is not sent', async () => {
    const rig = await startRig({ sizes: { screens: 100 }, settings: { UPSTREAM_MAX_CONCURRENCY: '4' } });
    rig.upstream.on({}, silence);
    const { hostname, port } = new URL(await rig.listen());
    const socket = connect(Number(port), hostname);
    socket.write(
      rawOperation(many(100), [`Authorization: Bearer ${credentials.alpha.everything}`]).replace(
        'Connection: close\r\n',
        '',
      ),
    );
    await until('four requests run', () => rig.upstream.inFlight() === 4);
    const left = performance.now();
    socket.destroy();
    await until('they are aborted', () => rig.upstream.inFlight() === 0);
    expect(performance.now() - left).toBeLessThan(1000);
    expect(rig.requests.every(({ peerLeft }) => peerLeft)).toBe(true);
    await delay(100);
    expect(rig.upstream.count()).toBe(4);
    rig.upstream.on({}, (exchange) => later(0)(exchange));
    expectIntact(await rig.ask(query));
  });

  it.each([
    ['the first', [true, false]],
    ['the second', [false, true]],
    ['neither', [false, false]],
    ['each of the two', [true, true]],
  ])('C14: of two operations that share a request, %s leaves', async (_who, leaves) => {
    const { ask, upstream } = await startRig();
    const { respond, release } = held();
    upstream.on({}, respond);
    const controllers = leaves.map(() => new AbortController());
    const asked = controllers.map(({ signal }) => ask(query, {}, undefined, { signal }));
    const answers = Promise.allSettled(asked);
    await until('the request runs', () => upstream.inFlight() === 1);
    controllers.forEach((controller, index) => leaves[index] && controller.abort());
    if (leaves.every(Boolean)) await until('the request is aborted', () => upstream.inFlight() === 0);
    else {
      await delay(30);
      expect(upstream.inFlight()).toBe(1);
      release();
    }
    for (const [index, settled] of (await answers).entries()) {
      if (leaves[index] || settled.status === 'rejected') continue;
      expect(dataAt(settled.value, 'organization.name')).toBe('Organization stamp:alpha');
    }
    expect(upstream.count()).toBe(1);
    expect(upstream.requests[0]?.peerLeft).toBe(leaves.every(Boolean));
    release();
  });

  it('C15: an abort at any moment settles once, and leaves nothing behind', async () => {
    const { ask, upstream } = await startRig({ settings: { UPSTREAM_MAX_CONCURRENCY: '3' } });
    upstream.on({}, (exchange) => later(Math.random() * 4)(exchange));
    upstream.on({ operation: 'partnerV1_playlist', from: 1 }, (exchange) =>
      Math.random() < 0.1 ? reset(exchange) : later(1)(exchange),
    );
    const mixed =
      '{ organization { name } screens(first: 3) { nodes { playbackConfiguration { items { media { name } } } } } playlist(id: "p1") { items { nodes { media { name } } } } }';
    const askFifty = (signal: () => AbortSignal | undefined) =>
      Promise.allSettled(
        Array.from({ length: 50 }, () => {
          const given = signal();
          return ask(mixed, {}, undefined, given === undefined ? {} : { signal: given });
        }),
      );
    // How long fifty take here and now, so that the aborts of the first rounds fall before and into the answers. A machine that
    // has become busier since is given more in each round, so that those of the last ones fall behind them too.
    const { milliseconds } = await timed(() => askFifty(() => undefined));
    const outcomes = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const settled = await askFifty(() =>
        AbortSignal.timeout(Math.ceil(Math.random() * milliseconds * (round + 1))),
      );
      for (const each of settled)
        outcomes.add(
          each.status === 'rejected' || each.value.body.errors !== undefined ? 'ended' : 'answered',
        );
    }
    expect([...outcomes].sort()).toEqual(['answered', 'ended']);
    await until('nothing is in flight', () => upstream.inFlight() === 0);
    expectIntact(await ask(query));
  });
});
