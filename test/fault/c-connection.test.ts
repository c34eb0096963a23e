import { createServer } from 'node:https';
import * as tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import { type Certificate, createAuthority, createCertificate } from '../rig/certificate.js';
import { atEnd } from '../rig/ending.js';
import { closePort, openPort } from '../rig/port.js';
import { organizationBody } from '../rig/raw-upstream.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import { expectIntact, messageOf } from './outcome.js';

const query = '{ organization { name } }';

describe('connections that come and go', () => {
  it('C5: idle sockets that are closed under us are replaced unseen', async () => {
    const { ask, upstream } = await startRig({ sizes: { screens: 20 } });
    for (let round = 0; round < 20; round += 1) {
      const reads = Array.from({ length: 10 }, (_, index) => ask(`{ screen(id: "s${index + 1}") { name } }`));
      for (const answer of await Promise.all(reads)) expectIntact(answer);
      [...upstream.sockets].forEach((socket, index) => index % 2 === 0 && socket.destroy());
    }
    expect(upstream.count()).toBeGreaterThanOrEqual(200);
  });

  it('C7: a closed port is UNAVAILABLE while it is closed, and no longer', async () => {
    const { ask, upstream } = await startRig();
    for (let round = 0; round < 3; round += 1) {
      expectIntact(await ask(query));
      await upstream.stop();
      for (let read = 0; read < 3; read += 1) {
        const answer = await ask(query);
        expect(errorsOf(answer)).toMatchObject([
          { path: 'organization', code: 'UPSTREAM_UNAVAILABLE', operation: 'partnerV1_organization' },
        ]);
        expect(messageOf(answer)).not.toMatch(/127\.0|ECONN|\d{4,}/);
        expect(answer.status).toBe(200);
      }
      await upstream.start();
    }
    expectIntact(await ask(query));
  });
});

/** An upstream over TLS; counts what gets past the handshake. */
async function startTls({ cert, key }: Certificate): Promise<{ url: string; seen: () => number }> {
  let seen = 0;
  const server = createServer({ cert, key }, (_request, response) => {
    seen += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(organizationBody('over TLS'));
  });
  const port = await openPort(server);
  atEnd(() => closePort(server, () => server.closeAllConnections()));
  return { url: `https://127.0.0.1:${port}`, seen: () => seen };
}

/** Node 22.19 and 24.5 brought it; the types are those of Node 20. */
const setAuthorities = Object.getOwnPropertyDescriptor(tls, 'setDefaultCACertificates')?.value as
  | ((certificates: readonly string[]) => void)
  | undefined;

describe('certificates', () => {
  const authority = createAuthority('authority of the tests');
  const stranger = createAuthority('another authority');
  const yesterday = new Date(Date.now() - 86_400_000);

  it.skipIf(setAuthorities === undefined).each([
    ['a good one', () => createCertificate({ address: '127.0.0.1' }, authority), true],
    [
      'an expired one',
      () => createCertificate({ address: '127.0.0.1', notAfter: yesterday }, authority),
      false,
    ],
    ['one for another host', () => createCertificate({ address: '127.0.0.9' }, authority), false],
    ['one of another authority', () => createCertificate({ address: '127.0.0.1' }, stranger), false],
    ['one that signs itself', () => createCertificate({ address: '127.0.0.1' }), false],
  ])('C9: %s (needs a Node.js that can trust an authority at run time)', async (_what, make, isGood) => {
    const trusted = tls.rootCertificates;
    setAuthorities?.([authority.cert]);
    atEnd(() => setAuthorities?.(trusted));
    const { url, seen } = await startTls(make());
    const { ask } = await startRig({
      facade: { partnerApiUrl: url },
      settings: { NODE_ENV: 'production', TRUST_PROXY: 'true' },
    });
    const answer = await ask(query, {}, undefined, { headers: { 'x-forwarded-proto': 'https' } });
    if (isGood) expect(dataAt(answer, 'organization.name')).toBe('over TLS');
    else {
      expect(errorsOf(answer)).toMatchObject([{ path: 'organization', code: 'UPSTREAM_UNAVAILABLE' }]);
      expect(messageOf(answer)).not.toMatch(/cert|self|127\./i);
    }
    expect(seen()).toBe(isGood ? 1 : 0);
  });
});

describe('faults of our own', () => {
  const body = (broken: () => never): Response => {
    const response = Response.json({ data: null });
    Object.defineProperty(response, 'status', { get: broken });
    return response;
  };

  it.each<[string, () => Promise<Response>]>([
    [
      'a call that throws at once',
      () => {
        throw new TypeError('boom pk_canary7f3a91_alpha_everything');
      },
    ],
    [
      'an answer whose reading throws',
      () =>
        Promise.resolve(
          body(() => {
            throw new RangeError('boom');
          }),
        ),
    ],
  ])('C21: %s is masked, logged under its id, and costs nobody else', async (_what, fetch) => {
    let isBroken = true;
    const rig = await startRig({
      facade: {
        fetch: (input, init) =>
          isBroken && (input instanceof Request ? input.url : input.toString()).endsWith('/organization')
            ? fetch()
            : globalThis.fetch(input, init),
      },
    });
    // This way of asking sends headers of its own, which are not what is looked at here.
    const answer = await rig.ask(`{ organization { name } intact: __typename }`);
    expect(errorsOf(answer)).toEqual([{ path: 'organization', code: 'INTERNAL_SERVER_ERROR' }]);
    expect(messageOf(answer)).not.toContain('boom');
    const id = /id ([\w-]+)\.$/.exec(messageOf(answer))?.[1];
    expect(answer.headers.get('x-request-id')).toBe(id);
    const line = rig.log.find((each) => each.includes(`"requestId":"${id}"`) && each.includes('boom'));
    expect(line).toContain('"level":50');
    expect(dataAt(answer, 'intact')).toBe('Query');
    isBroken = false;
  });
});
