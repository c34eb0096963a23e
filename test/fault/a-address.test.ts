import { describe, expect, it } from 'vitest';
import { createFacade } from '../../src/facade.js';
import { status } from '../rig/answer.js';
import { credentials, marker } from '../rig/credential.js';
import { rawOperation, sendRaw, statusOf } from '../rig/raw-client.js';
import { dataAt, startRig } from '../rig/rig.js';
import { startSentinel } from '../rig/sentinel.js';
import { spawnFacade } from '../rig/spawned.js';
import { expectFailure, expectIntact } from './outcome.js';
import { nineOperations } from './operations.js';

const query = '{ organization { name } }';
const usable = credentials.alpha.everything;

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

  it.each([
    ['Latin-1', `${usable}\u00e9`],
    ['a tab', `${usable}\tx`],
    ['DEL', `${usable}\u007f`],
  ])('A8: with %s inside, through the library: 401 and no request', async (_what, bearer) => {
    const { ask, upstream } = await startRig();
    const answer = await ask(query, {}, bearer);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(upstream.count()).toBe(0);
  });

  it.each<[string, readonly string[], readonly number[]]>([
    ['two different ones', [`Bearer ${usable}`, `Bearer ${credentials.beta.everything}`], [401]],
    ['the same one twice', [`Bearer ${usable}`, `Bearer ${usable}`], [401]],
    ['a good one and an empty one', [`Bearer ${usable}`, ''], [401]],
    ['Basic', [`Basic ${Buffer.from(`a:${marker}`).toString('base64')}`], [401]],
    ['Bearer alone', ['Bearer'], [401]],
    ['Bearer and blanks', ['Bearer   '], [401]],
    ['the credential alone', [usable], [401]],
    ['two credentials in one', [`Bearer ${usable} ${usable}`], [401]],
    ['a list', [`Bearer ${usable}, Bearer ${usable}`], [401]],
    ['over 8 KiB', [`Bearer ${marker}${'x'.repeat(8192)}`], [401]],
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

  it('A10: the scheme is matched whatever its case, and one of 8 KiB passes', async () => {
    const rig = await startRig();
    const long = `pk_${marker}_${'x'.repeat(8189 - marker.length - 1)}`;
    rig.upstream.grants.set(long, { organization: 'alpha', scopes: [] });
    expect(long).toHaveLength(8192);
    // The rig knows the clients of `ask`, so the long one is introduced there.
    expectIntact(await rig.ask(query, {}, long));
    const answer = await sendRaw(await rig.listen(), rawOperation(query, [`aUTHORIZATION: bEARER ${long}`]));
    expect(answer).toContain('Organization stamp:alpha');
  });
});

describe('PARTNER_API_URL', () => {
  it.each([
    ['user info', 'https://user:hunter2@api.example', {}],
    ['a user name', 'https://hunter2@api.example', {}],
    ['a query', 'https://api.example/?key=hunter2', {}],
    ['an empty query', 'https://api.example/?', {}],
    ['a fragment', 'https://api.example/#hunter2', {}],
    ['another scheme', 'ftp://api.example/', {}],
    ['a file', 'file:///etc/passwd', {}],
    ['no scheme', 'api.example', {}],
    ['nothing', '', {}],
    ['blanks', '  ', {}],
    ['http in production', 'http://api.example/', { NODE_ENV: 'production' }],
    ['http to a look-alike of loopback', 'http://127.0.0.1.example/', { NODE_ENV: 'production' }],
    ['http to localhost.example', 'http://localhost.example/', { NODE_ENV: 'production' }],
  ])('A11: %s stops the start with one line that names it', (_what, partnerApiUrl, settings) => {
    const start = () => createFacade({ partnerApiUrl, settings });
    expect(start).toThrow(/^PARTNER_API_URL holds [^\n]*, and must be [^\n]*$/);
    expect(start).not.toThrow(/hunter2/);
  });

  it.each([
    'https://api.example',
    'https://api.example/a/b/',
    'http://127.0.0.1:9',
    'http://[::1]:9/x',
    'http://localhost',
  ])('A11: %s is taken in production', async (partnerApiUrl) => {
    await createFacade({ partnerApiUrl, settings: { NODE_ENV: 'production', LOG_LEVEL: 'silent' } }).close();
  });

  it.each(['', '/', '/tenant/a', '/tenant/a/', '/with%20escape', '/a//b'])(
    'A11: keeps the prefix %j',
    async (suffix) => {
      const prefix = suffix.replace(/\/$/, '');
      const rig = await startRig({ prefix });
      const facade = createFacade({
        partnerApiUrl: `${rig.upstream.url.slice(0, -prefix.length || undefined)}${suffix}`,
        settings: { LOG_LEVEL: 'silent' },
      });
      const request = new Request('http://facade.test/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${usable}` },
        body: JSON.stringify({ query: '{ screens(first: 2) { totalCount } organization { name } }' }),
      });
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
    const started = spawnFacade({ PARTNER_API_URL: `https://user:${marker}@api.example/?key=${marker}` });
    expect(await started.exit).toBe(1);
    expect(started.stderr().trim().split('\n')).toEqual([
      expect.stringMatching(
        /^PARTNER_API_URL holds .*, and must be an address without a user name or password\.$/,
      ),
    ]);
  });
});

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
        'accept-encoding': expect.stringMatching(/^[a-z, ]+$/) as string,
        'user-agent': 'partner-graphql',
        'x-request-id': 'client-chosen.1',
      });
    }
  });

  it.each(['a b', 'x'.repeat(129), 'id\u00e9', '<script>', '${jndi}'])(
    'A12: a request id of %j is replaced, not forwarded',
    async (id) => {
      const { ask, upstream } = await startRig();
      expectIntact(await ask(query, {}, usable, { headers: { 'x-request-id': id } }));
      expect(JSON.stringify(upstream.requests[0]?.rawHeaders)).not.toContain(JSON.stringify(id).slice(1, -1));
    },
  );
});

describe('answers that send the reader elsewhere', () => {
  const [, asked] = nineOperations;

  it.each(
    [301, 302, 303, 307, 308].flatMap((code) =>
      ['the same host', 'another host', 'plain http', 'no address'].map((where) => ({ code, where })),
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
    expectFailure(await ask(asked.query), asked, { code: 'UPSTREAM_INVALID_RESPONSE', status: code });
    expect(upstream.count(asked.operation)).toBe(1);
  });
});

describe('HTTPS is required', () => {
  it.each(nineOperations)(
    'A15: a 426 to $operation is HTTPS_REQUIRED, asked once, and HTTP stays 200',
    async (asked) => {
      const { ask, upstream } = await startRig();
      upstream.on({ operation: asked.operation }, status(426));
      const answer = await ask(asked.query);
      expectFailure(answer, asked, { code: 'HTTPS_REQUIRED', status: 426, upstreamCode: 'code_426' });
      expect(upstream.count(asked.operation)).toBe(1);
    },
  );

  it('A15: a 426 is logged as a matter of configuration, above debug', async () => {
    const { ask, upstream, log } = await startRig();
    upstream.on({}, status(426));
    await ask(query);
    const lines = log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ level }) => Number(level) >= 40);
    expect(JSON.stringify(lines)).toContain('PARTNER_API_URL');
  });

  it.each([
    ['off', {}, {}, 426],
    ['off, whatever is forwarded', {}, { 'x-forwarded-proto': 'https' }, 426],
    ['on, nothing forwarded', { TRUST_PROXY: 'true' }, {}, 426],
    ['on, http forwarded', { TRUST_PROXY: 'true' }, { 'x-forwarded-proto': 'http' }, 426],
    [
      'on, a client before the proxy claims https',
      { TRUST_PROXY: 'true' },
      { 'x-forwarded-proto': 'https, http' },
      426,
    ],
    ['on, https forwarded', { TRUST_PROXY: 'true' }, { 'x-forwarded-proto': 'https' }, 200],
  ])('A15: a client over http in production, TRUST_PROXY %s', async (_how, settings, headers, expected) => {
    const { ask, upstream } = await startRig({ settings: { NODE_ENV: 'production', ...settings } });
    const answer = await ask(query, {}, usable, { headers });
    expect(answer.status).toBe(expected);
    expect(upstream.count()).toBe(expected === 200 ? 1 : 0);
    if (expected === 426)
      expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'HTTPS_REQUIRED' } }] });
    else expect(dataAt(answer, 'organization.name')).toBe('Organization stamp:alpha');
  });
});
