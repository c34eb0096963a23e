import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createFacade } from '../../src/facade.js';
import { runCommand } from '../rig/command.js';
import { credentials, holdsCanary, marker } from '../rig/credential.js';
import { atEnd } from '../rig/ending.js';
import { operationRequest } from '../rig/operation-request.js';
import { openUntilEnd } from '../rig/port.js';
import { rawOperation, sendRaw, statusOf } from '../rig/raw-client.js';
import { status } from '../rig/response.js';
import { startRig } from '../rig/rig.js';
import { valuesOf } from '../rig/seen.js';
import { nineOperations } from './operations.js';
import { expectFailure, expectIntact } from './outcome.js';

const query = '{ organization { name } }';

const usable = credentials.alpha.everything;

describe('what goes up', () => {
  it("A12: the client's other headers stay behind", async () => {
    const { ask, upstream } = await startRig();
    const headers = {
      cookie: 'session=1',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=10.0.0.1',
      range: 'bytes=0-1',
      'if-none-match': '"1"',
      'if-modified-since': 'Mon, 01 Jan 2026 00:00:00 GMT',
      host: 'evil.example',
      accept: 'application/json',
      'accept-language': 'xx',
      'user-agent': 'evil',
      'x-request-id': 'client-chosen.1',
      'x-api-key': 'secret',
      // They go up where tracing is on.
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'vendor=1',
    };
    expectIntact(await ask(nineOperations[1]?.query ?? '', {}, usable, { headers }));
    for (const { rawHeaders } of upstream.requests) {
      const sent = Object.fromEntries(
        rawHeaders.flatMap((name, index) =>
          index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]]] : [],
        ),
      );
      expect(sent).toEqual({
        host: new URL(upstream.url).host,
        connection: 'keep-alive',
        authorization: `Bearer ${usable}`,
        accept: 'application/json',
        'accept-encoding': 'gzip, br;q=0.5',
        'user-agent': 'partner-graphql',
        'x-request-id': 'client-chosen.1',
      });
    }
  });

  it.each([undefined, 'a b', 'x'.repeat(129), 'id\u00e9', '<script>', '${jndi}', usable])(
    'A12: makes a request id in place of %j, and returns it',
    async (id) => {
      const { ask, upstream } = await startRig();
      const headers = id === undefined ? {} : { 'x-request-id': id };
      const answer = await ask(query, {}, usable, { headers });
      expectIntact(answer);
      const made = answer.headers.get('x-request-id');
      expect(made).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(upstream.requests.map((request) => valuesOf(request, 'x-request-id'))).toEqual([
        [made],
      ]);
    },
  );
});

/** An address that must get no connection; otherwise the test fails. */
async function startSentinel(): Promise<string> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  atEnd(() => expect(connections, 'connections to the sentinel').toBe(0));
  return `http://127.0.0.1:${await openUntilEnd(server)}`;
}

describe('answers that send the reader elsewhere', () => {
  const [, asked] = nineOperations;

  it.each(
    [301, 302, 303, 307, 308].flatMap((code) =>
      ['the same host', 'another host', 'plain http', 'no address'].map((where) => ({
        code,
        where,
      })),
    ),
  )('A13: a $code to $where is an invalid answer, and is not followed', async ({ code, where }) => {
    if (asked === undefined) throw new Error('no operation');
    const { ask, upstream } = await startRig();
    const elsewhere = await startSentinel();
    const location = {
      'the same host': '/api/partner/v1/organization',
      'another host': `${elsewhere}/api/partner/v1/screens`,
      'plain http': elsewhere.replace('127.0.0.1', 'localhost'),
      'no address': '',
    }[where];
    upstream.on(
      { operation: asked.operation },
      status(code, { body: '', headers: { location: location ?? '' } }),
    );
    expectFailure(await ask(asked.query), asked, {
      code: 'UPSTREAM_INVALID_RESPONSE',
      status: code,
    });
    expect(upstream.count(asked.operation)).toBe(1);
  });
});

describe('PARTNER_API_URL', () => {
  it.each(['', '/', '/tenant/a', '/tenant/a/', '/with%20escape', '/a//b'])(
    'A11: keeps its prefix: %j',
    async (suffix) => {
      const prefix = suffix.replace(/\/$/, '');
      const rig = await startRig({ prefix });
      const facade = createFacade({
        partnerApiUrl: `${rig.upstream.url.slice(0, -prefix.length || undefined)}${suffix}`,
        settings: { LOG_LEVEL: 'silent' },
      });
      const both = '{ screens(first: 2) { totalCount } organization { name } }';
      const request = operationRequest(both, { credential: usable });
      expect(await (await facade.fetch(request)).json()).toMatchObject({
        data: { screens: { totalCount: 5 } },
      });
      expect(rig.requests.map(({ target }) => target).sort()).toEqual([
        `${prefix}/api/partner/v1/organization`,
        `${prefix}/api/partner/v1/screens?page=1&limit=1`,
      ]);
      await facade.close();
    },
  );

  it('A11: the process ends with one line, and the password is not in it', async () => {
    const address = `https://user:${marker}@api.example/?key=${marker}`;
    const { code, output, errors } = await runCommand([], { PARTNER_API_URL: address });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^PARTNER_API_URL holds [^\n]*, and must be an address without a user name or password\.\n$/,
    );
    expect(holdsCanary(output + errors)).toBe(false);
  });
});

describe('bearers that are no credential', () => {
  it.each([
    ['CR', `${usable}\rX-Evil: 1`],
    ['LF', `${usable}\nX-Evil`],
    ['NUL', `${usable}\u0000`],
    ['a control character', `${usable}\u0007`],
    ['Latin-1', `${usable}\u00e9`],
    ['UTF-8', `${usable}${Buffer.from('漢').toString('latin1')}`],
    ['DEL', `${usable}\u007f`],
  ])('A8: with %s inside, by a raw socket: 400 or 401 and no request', async (_what, bearer) => {
    const rig = await startRig();
    const answer = await sendRaw(
      await rig.listen(),
      rawOperation(query, [`Authorization: Bearer ${bearer}`]),
    );
    expect([400, 401]).toContain(statusOf(answer));
    if (statusOf(answer) === 401) expect(answer).toContain('UNAUTHENTICATED');
    expect(rig.upstream.count()).toBe(0);
  });

  it.each<[string, readonly string[], readonly number[]]>([
    ['two different ones', [`Bearer ${usable}`, `Bearer ${credentials.beta.everything}`], [401]],
    ['the same one twice', [`Bearer ${usable}`, `Bearer ${usable}`], [401]],
    ['a good one and an empty one', [`Bearer ${usable}`, ''], [401]],
    ['64 KB', [`Bearer ${marker}${'x'.repeat(65_536)}`], [431, 0]],
  ])('A10: %s: refused, and no request', async (_what, values, statuses) => {
    const rig = await startRig();
    const answer = await sendRaw(
      await rig.listen(),
      rawOperation(
        query,
        values.map((value) => `Authorization: ${value}`),
      ),
    );
    expect(statuses).toContain(statusOf(answer));
    expect(rig.upstream.count()).toBe(0);
  });
});
