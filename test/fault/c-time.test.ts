import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Responder, headersAlone, later, silence } from '../rig/response.js';
import { startDeafPort } from '../rig/deaf-port.js';
import { isList } from '../rig/json.js';
import { organizationBody, wholeResponse } from '../rig/raw-upstream.js';
import { dataAt, errorsOf, type RigResponse, startRawRig, startRig } from '../rig/rig.js';
import { timed, until } from '../rig/wait.js';
import { expectErrors, expectFailure, messageOf, startFaulty } from './outcome.js';
import { nineOperations } from './operations.js';

const query = '{ organization { name } }';
const timeout = { path: 'organization', code: 'UPSTREAM_TIMEOUT' };
/**
 * Milliseconds. Far more than a busy machine needs beyond a limit of 200, far less than any other
 * limit here.
 */
const soon = 3000;

const short = { UPSTREAM_TIMEOUT_MS: '200' };

async function answeredSoon(asked: () => Promise<RigResponse>): Promise<RigResponse> {
  const { result, milliseconds } = await timed(asked);
  expect(milliseconds).toBeLessThan(soon);
  return result;
}

describe('one request that is not answered', () => {
  it('C1: a connection that never completes ends in time, tried once', async () => {
    const partnerApiUrl = await startDeafPort();
    const { ask } = await startRig({ settings: short, facade: { partnerApiUrl } });
    const result = await answeredSoon(() => ask(query));
    expectErrors(result, { ...timeout, operation: 'partnerV1_organization' });
    expect(result.body.extensions).toMatchObject({ upstream: { requests: 1 } });
  });

  it.each<[string, string, Responder]>([
    ['C2', 'is accepted and never answered', silence],
    ['C3', 'is answered with headers, then silence', headersAlone],
  ])('%s: a request that %s ends in time, and is closed', async (_row, _what, respond) => {
    for (const asked of nineOperations) {
      const { ask, upstream } = await startFaulty({ operation: asked.operation }, respond, {
        settings: short,
      });
      const { result, milliseconds } = await timed(() => ask(asked.query));
      expectFailure(result, asked, { code: 'UPSTREAM_TIMEOUT' });
      expect(messageOf(result)).toContain('200 ms (UPSTREAM_TIMEOUT_MS)');
      expect(milliseconds).toBeGreaterThan(150);
      expect(milliseconds).toBeLessThan(soon);
      expect(upstream.count(asked.operation)).toBe(1);
      await until('the request is closed', () => upstream.inFlight() === 0);
      expect(upstream.requests.filter(({ peerLeft }) => peerLeft)).toHaveLength(1);
    }
  });

  it('C4: one byte after the other ends in time: the limit is on the whole', async () => {
    const rig = await startRawRig(
      async (socket) => {
        for (const byte of wholeResponse(organizationBody('drip'))) {
          if (socket.destroyed) return;
          socket.write(Buffer.from([byte]));
          await delay(20);
        }
      },
      { settings: { UPSTREAM_TIMEOUT_MS: '300' } },
    );
    const result = await answeredSoon(() => rig.ask(query));
    expectErrors(result, timeout);
    expect(rig.requests).toHaveLength(1);
    await until('the connection is closed', () => rig.requests[0]?.endedAt !== undefined);
  });
});

describe('one operation that is not done', () => {
  it('C10: data that was read stays, and the rest is out of time', async () => {
    const { ask, upstream } = await startFaulty(
      { operation: 'partnerV1_screenConfiguration' },
      later(60),
      {
        sizes: { screens: 40, media: 500 },
        settings: { OPERATION_TIMEOUT_MS: '500', UPSTREAM_MAX_CONCURRENCY: '2' },
      },
    );
    upstream.on({ operation: 'partnerV1_media', from: 3 }, silence);
    const ids = upstream.organizations.alpha.screens.map(({ id }) => JSON.stringify(id)).join(',');
    const result = await answeredSoon(() =>
      ask(
        `{ intact: organization { name } playbackConfigurations(screenIds: [${ids}]) { revision } media(first: 500) { totalCount nodes { name } } }`,
      ),
    );
    expect(dataAt(result, 'intact.name')).toBe('Organization stamp:alpha');
    const configurations = dataAt(result, 'playbackConfigurations');
    const read = isList(configurations) ? configurations.filter((each) => each !== null).length : 0;
    expect(read).toBeGreaterThan(1);
    expect(read).toBeLessThan(40);
    expect(dataAt(result, 'media')).toBeNull();
    expect(errorsOf(result)).toHaveLength(40 - read + 1);
    for (const { code } of errorsOf(result)) expect(code).toBe('UPSTREAM_TIMEOUT');
    expect(result.body.errors?.[0]?.message).toContain('500 ms (OPERATION_TIMEOUT_MS)');
    // What was sent in the last moment reaches the upstream before a later operation does.
    await ask('{ organization { name } }');
    await until('nothing is in flight', () => upstream.inFlight() === 0);
    const seen = upstream.count();
    await delay(100);
    expect(upstream.count()).toBe(seen);
  });

  it('C10: a retry does not outlive the operation', async () => {
    const rig = await startRawRig(
      (socket, { number }) => {
        if (number % 2 === 1) setTimeout(() => socket.destroy(), 150);
      },
      {
        settings: { OPERATION_TIMEOUT_MS: '400' },
      },
    );
    const result = await answeredSoon(() => rig.ask(query));
    expectErrors(result, timeout);
    expect(rig.requests).toHaveLength(2);
  });

  it.each([
    ['200', '5000', 'UPSTREAM_TIMEOUT_MS'],
    ['5000', '200', 'OPERATION_TIMEOUT_MS'],
    ['250', '200', 'OPERATION_TIMEOUT_MS'],
  ])(
    'C11: of %s ms for a request and %s ms for the operation the smaller counts: %s',
    async (one, all, named) => {
      const { ask } = await startFaulty({}, silence, {
        settings: { UPSTREAM_TIMEOUT_MS: one, OPERATION_TIMEOUT_MS: all },
      });
      const result = await answeredSoon(() => ask(query));
      expect(messageOf(result)).toContain(`200 ms (${named})`);
      expectErrors(result, timeout);
    },
  );

  it('C11: a later request gets what the operation has left', async () => {
    const { ask, upstream } = await startFaulty({ operation: 'partnerV1_playlist' }, later(300), {
      settings: { UPSTREAM_TIMEOUT_MS: '4000', OPERATION_TIMEOUT_MS: '500' },
    });
    upstream.on({ operation: 'partnerV1_playlistItems' }, silence);
    const result = await answeredSoon(() =>
      ask('{ playlist(id: "p1") { name items { totalCount } } }'),
    );
    expectErrors(result, { path: 'playlist.items', code: 'UPSTREAM_TIMEOUT' });
    expect(dataAt(result, 'playlist.name')).toBe('Playlist 1 stamp:alpha');
  });
});
