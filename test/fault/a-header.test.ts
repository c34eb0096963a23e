import { describe, expect, it } from 'vitest';
import { status } from '../rig/response.js';
import { credentials } from '../rig/credential.js';
import { startRig } from '../rig/rig.js';
import { startSentinel } from '../rig/sentinel.js';
import { expectFailure, expectIntact } from './outcome.js';
import { nineOperations } from './operations.js';

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
