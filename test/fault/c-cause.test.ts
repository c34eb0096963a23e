import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import { failureCause, failureCauses } from '../../src/rest/request-report.js';
import { PartnerError } from '../../src/partner/error.js';
import { createCertificate } from '../rig/certificate.js';
import { startDeafPort } from '../rig/deaf-port.js';
import { atEnd } from '../rig/ending.js';
import { closePort, freePort, openPort } from '../rig/port.js';
import { wholeResponse } from '../rig/raw-upstream.js';
import { headersAlone, reset, silence, status } from '../rig/response.js';
import { errorsOf, type Rig, type RigOptions, startRawRig, startRig } from '../rig/rig.js';
import { messageOf } from './outcome.js';

const query = '{ organization { name } }';

/** The causes in the metrics, and how often each was counted. */
async function counted({ facade }: Rig<unknown>): Promise<Record<string, number>> {
  const text = await (await facade.metrics()).text();
  const counts: Record<string, number> = {};
  for (const [, cause = '', count] of text.matchAll(
    /^partner_graphql_upstream_failures_total\{cause="(\w+)"\} (\d+)$/gm,
  ))
    if (Number(count) > 0) counts[cause] = Number(count);
  return counts;
}

const logged = ({ log }: Rig<unknown>, message: RegExp): readonly unknown[] =>
  log
    // pino writes one object per line.
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ msg }) => message.test(String(msg)))
    .map(({ cause }) => cause);

async function startServer(server: Server, scheme: string): Promise<RigOptions> {
  const port = await openPort(server);
  atEnd(() => closePort(server));
  return { facade: { partnerApiUrl: `${scheme}://127.0.0.1:${port}` } };
}

const closedPort = async (): Promise<RigOptions> => ({
  facade: { partnerApiUrl: `http://127.0.0.1:${await freePort()}` },
});

const short = { settings: { UPSTREAM_TIMEOUT_MS: '300' } };

const selfSigned = () => startServer(createTlsServer(createCertificate({ address: '127.0.0.1' })), 'https');
const plain = () =>
  startServer(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n', () => socket.destroy()));
    }),
    'https',
  );
const hanging = async (): Promise<RigOptions> => ({
  ...short,
  facade: { partnerApiUrl: await startDeafPort() },
});

/** What clients read, whatever the cause. */
const general = 'partnerV1_organization failed: the Partner API could not be reached, or broke off.';

describe('the cause of a failure, for operators', () => {
  it.each<[string, () => RigOptions | Promise<RigOptions>, string]>([
    [
      'a name that does not resolve',
      () => ({ facade: { partnerApiUrl: 'http://no-such-host.invalid' } }),
      'dns',
    ],
    ['C7: a closed port', closedPort, 'refused'],
    ['C9: a certificate that is not trusted', selfSigned, 'tls'],
    ['a port that does not speak TLS', plain, 'tls'],
  ])('%s: is in metrics and log, and a warning says once what to check', async (_what, options, cause) => {
    const rig = await startRig(await options());
    const answer = await rig.ask(query);
    expect(errorsOf(answer)).toMatchObject([{ code: 'UPSTREAM_UNAVAILABLE' }]);
    expect(messageOf(answer)).toBe(general);
    expect(await counted(rig)).toEqual({ [cause]: 2 });
    expect(logged(rig, /^partner request$/)).toEqual([cause, cause]);
    expect(logged(rig, /^the Partner API cannot be reached: .*PARTNER_API_URL/)).toEqual([cause]);
  });

  it('a connection that does not open is UPSTREAM_TIMEOUT, with the cause connect_timeout', async () => {
    const rig = await startRig(await hanging());
    expect(errorsOf(await rig.ask(query))).toMatchObject([{ code: 'UPSTREAM_TIMEOUT' }]);
    expect(await counted(rig)).toEqual({ connect_timeout: 1 });
    expect(logged(rig, /^the Partner API cannot be reached: .*PARTNER_API_URL/)).toEqual(['connect_timeout']);
  });

  it.each([
    ['no response', silence],
    ['headers alone', headersAlone],
  ])('an open connection with %s is UPSTREAM_TIMEOUT, with the cause timeout', async (_what, respond) => {
    const rig = await startRig(short);
    rig.upstream.on({}, respond);
    expect(errorsOf(await rig.ask(query))).toMatchObject([{ code: 'UPSTREAM_TIMEOUT' }]);
    expect(await counted(rig)).toEqual({ timeout: 1 });
    expect(logged(rig, /cannot be reached/)).toEqual([]);
  });

  it('a reset before the headers is reset', async () => {
    const rig = await startRig();
    rig.upstream.on({}, reset);
    expect(errorsOf(await rig.ask(query))).toMatchObject([{ code: 'UPSTREAM_UNAVAILABLE' }]);
    expect(await counted(rig)).toEqual({ reset: 2 });
  });

  it.each([
    ['a reset', (socket: { resetAndDestroy: () => unknown }) => socket.resetAndDestroy()],
    ['an end', (socket: { destroy: () => unknown }) => socket.destroy()],
  ])('%s inside the body is reset', async (_what, end) => {
    const rig = await startRawRig((socket) => {
      const bytes = wholeResponse('{"data":{"id":"org1"');
      socket.write(Buffer.concat([bytes.subarray(0, -8)]), () => setImmediate(() => end(socket)));
    });
    const answer = await rig.ask(query);
    expect(errorsOf(answer)).toMatchObject([{ code: 'UPSTREAM_UNAVAILABLE' }]);
    expect(messageOf(answer)).toBe(general);
    expect(await counted(rig)).toEqual({ reset: 2 });
  });

  it.each([
    [500, 1],
    [503, 2],
    [418, 1],
  ])('a %d is status', async (code, attempts) => {
    const rig = await startRig();
    rig.upstream.on({}, status(code));
    expect(errorsOf(await rig.ask(query))).toMatchObject([{ code: 'UPSTREAM_UNAVAILABLE' }]);
    expect(await counted(rig)).toEqual({ status: attempts });
  });

  it.each([200, 404, 429])('a %d has none', async (code) => {
    const rig = await startRig();
    rig.upstream.on({}, status(code));
    await rig.ask(query);
    expect(await counted(rig)).toEqual({});
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
    const error = new TypeError('fetch failed', { cause: Object.assign(new Error('inner'), { code }) });
    expect(failureCauses).toContain(cause);
    expect(failureCause(new PartnerError('UPSTREAM_UNAVAILABLE', 'text', {}, error))).toBe(cause);
  });
});
