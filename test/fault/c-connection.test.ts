import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { failureCause, failureCauses } from '../../src/rest/request-report.js';
import { type Certificate, createAuthority, createCertificate } from '../rig/certificate.js';
import { startDeafPort } from '../rig/deaf-port.js';
import { atEnd } from '../rig/ending.js';
import { countsBy } from '../rig/metric.js';
import { freePort, openUntilEnd } from '../rig/port.js';
import { organizationBody, wholeResponse } from '../rig/raw-upstream.js';
import { headersAlone, reset, type Responder, silence, status } from '../rig/response.js';
import { dataAt, errorsOf, type Rig, type RigOptions, startRawRig, startRig } from '../rig/rig.js';
import { expectErrors, expectIntact, messageOf, startFaulty } from './outcome.js';

const query = '{ organization { name } }';

describe('connections that come and go', () => {
  it('C5: idle sockets that are closed under us are replaced unseen', async () => {
    const { ask, upstream } = await startRig({ sizes: { screens: 20 } });
    for (let round = 0; round < 20; round += 1) {
      const reads = Array.from({ length: 10 }, (_, index) =>
        ask(`{ screen(id: "s${index + 1}") { name } }`),
      );
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
        expectErrors(answer, {
          path: 'organization',
          code: 'UPSTREAM_UNAVAILABLE',
          operation: 'partnerV1_organization',
        });
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
  const server = createTlsServer({ cert, key }, (_request, response) => {
    seen += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(organizationBody('over TLS'));
  });
  return { url: `https://127.0.0.1:${await openUntilEnd(server)}`, seen: () => seen };
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
    [
      'one of another authority',
      () => createCertificate({ address: '127.0.0.1' }, stranger),
      false,
    ],
    ['one that signs itself', () => createCertificate({ address: '127.0.0.1' }), false],
  ])(
    'C9: %s (needs a Node.js that can trust an authority at run time)',
    async (_what, make, isGood) => {
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
        expectErrors(answer, { path: 'organization', code: 'UPSTREAM_UNAVAILABLE' });
        expect(messageOf(answer)).not.toMatch(/cert|self|127\./i);
      }
      expect(seen()).toBe(isGood ? 1 : 0);
    },
  );
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
          isBroken &&
          (input instanceof Request ? input.url : input.toString()).endsWith('/organization')
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
    const line = rig.log.find(
      (each) => each.includes(`"requestId":"${id}"`) && each.includes('boom'),
    );
    expect(line).toContain('"level":50');
    expect(dataAt(answer, 'intact')).toBe('Query');
    isBroken = false;
  });
});

const startServer = async (server: Server): Promise<RigOptions> => ({
  facade: { partnerApiUrl: `https://127.0.0.1:${await openUntilEnd(server)}` },
});

const closedPort = async (): Promise<RigOptions> => ({
  facade: { partnerApiUrl: `http://127.0.0.1:${await freePort()}` },
});

const short = { settings: { UPSTREAM_TIMEOUT_MS: '300' } };

const selfSigned = () => startServer(createTlsServer(createCertificate({ address: '127.0.0.1' })));
const plain = () =>
  startServer(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n', () => socket.destroy()),
      );
    }),
  );
const hanging = async (): Promise<RigOptions> => ({
  ...short,
  facade: { partnerApiUrl: await startDeafPort() },
});

const cut = (end: (socket: Socket) => unknown) => () =>
  startRawRig((socket) => {
    const bytes = wholeResponse('{"data":{"id":"org1"').subarray(0, -8);
    socket.write(bytes, () => setImmediate(() => end(socket)));
  });
const responding = (respond: Responder, options?: RigOptions) => () =>
  startFaulty({}, respond, options);
const at = (options: () => RigOptions | Promise<RigOptions>) => async () =>
  startRig(await options());
const unresolved = () => ({ facade: { partnerApiUrl: 'http://no-such-host.invalid' } });

type Cause = readonly [
  what: string,
  cause: string,
  code: string,
  attempts: number,
  () => Promise<Rig<unknown>>,
];

const unavailable: readonly Cause[] = [
  ['a name that does not resolve', 'dns', 'UPSTREAM_UNAVAILABLE', 2, at(unresolved)],
  ['C7: a closed port', 'refused', 'UPSTREAM_UNAVAILABLE', 2, at(closedPort)],
  ['C9: a certificate that is not trusted', 'tls', 'UPSTREAM_UNAVAILABLE', 2, at(selfSigned)],
  ['a port that does not speak TLS', 'tls', 'UPSTREAM_UNAVAILABLE', 2, at(plain)],
  ['a connection that does not open', 'connect_timeout', 'UPSTREAM_TIMEOUT', 1, at(hanging)],
];

const broken: readonly Cause[] = [
  ['no response', 'timeout', 'UPSTREAM_TIMEOUT', 1, responding(silence, short)],
  ['headers alone', 'timeout', 'UPSTREAM_TIMEOUT', 1, responding(headersAlone, short)],
  ['a reset before the headers', 'reset', 'UPSTREAM_UNAVAILABLE', 2, responding(reset)],
  [
    'a reset in the body',
    'reset',
    'UPSTREAM_UNAVAILABLE',
    2,
    cut((socket) => socket.resetAndDestroy()),
  ],
  ['an end in the body', 'reset', 'UPSTREAM_UNAVAILABLE', 2, cut((socket) => socket.destroy())],
  ['a 500', 'status', 'UPSTREAM_UNAVAILABLE', 1, responding(status(500))],
  ['a 503', 'status', 'UPSTREAM_UNAVAILABLE', 2, responding(status(503))],
  ['a 418', 'status', 'UPSTREAM_UNAVAILABLE', 1, responding(status(418))],
];

describe('the cause of a failure, for operators', () => {
  it.each([...unavailable, ...broken])(
    '%s: the cause is %s',
    async (what, cause, code, attempts, start) => {
      const rig = await start();
      const causes = (message: RegExp) => rig.logged(message).map((line) => line['cause']);
      const answer = await rig.ask(query);
      expectErrors(answer, { code });
      if (cause !== 'status' && code === 'UPSTREAM_UNAVAILABLE')
        // What clients read, whatever the cause.
        expect(messageOf(answer)).toBe(
          'partnerV1_organization failed: the Partner API could not be reached, or broke off.',
        );
      expect(await countsBy(rig.facade, 'upstream_failures_total', 'cause')).toEqual({
        [cause]: attempts,
      });
      expect(causes(/^partner request$/)).toEqual(Array.from({ length: attempts }, () => cause));
      // A warning says once what to check.
      const isUnreached = unavailable.some(([each]) => each === what);
      expect(causes(/^the Partner API cannot be reached: .*PARTNER_API_URL/)).toEqual(
        isUnreached ? [cause] : [],
      );
    },
  );

  it.each([200, 404, 429])('a %d has none', async (code) => {
    const rig = await responding(status(code))();
    await rig.ask(query);
    expect(await countsBy(rig.facade, 'upstream_failures_total', 'cause')).toEqual({});
  });

  it.each([
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['EPROTO', 'tls'],
    ['EPIPE', 'reset'],
    ['EMFILE', 'other'],
    ['', 'other'],
  ])('the code %j, even inside another error, is %s', (code, cause) => {
    const error = new TypeError('fetch failed', {
      cause: Object.assign(new Error('inner'), { code }),
    });
    expect(failureCauses).toContain(cause);
    expect(failureCause(new PartnerError('UPSTREAM_UNAVAILABLE', 'text', {}, error))).toBe(cause);
  });
});
