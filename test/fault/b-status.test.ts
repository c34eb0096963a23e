import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { credentials } from '../rig/credential.js';
import { organizationBody, wholeResponse } from '../rig/raw-upstream.js';
import { edited, html, status, text } from '../rig/response.js';
import { dataAt, errorsOf, startRawRig, startRig } from '../rig/rig.js';
import { nineOperations } from './operations.js';
import { expectErrors, expectFailure, expectIntact, messageOf, startFaulty } from './outcome.js';
/** What a status means (contract, "Errors"; docs/errors.md). */
function meaningOf(code: number): string {
  const listed = new Map([
    [400, 'BAD_USER_INPUT'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [426, 'HTTPS_REQUIRED'],
    [429, 'RATE_LIMITED'],
  ]);
  return listed.get(code) ?? (code < 400 ? 'UPSTREAM_INVALID_RESPONSE' : 'UPSTREAM_UNAVAILABLE');
}

const organization = '{ organization { name } }';

describe.each(nineOperations)('$operation', (asked) => {
  const { operation } = asked;

  it.each([
    [400, 'BAD_USER_INPUT'],
    [404, 'NOT_FOUND'],
    [403, 'FORBIDDEN'],
    [401, 'UNAUTHENTICATED'],
    [426, 'HTTPS_REQUIRED'],
    [429, 'RATE_LIMITED'],
  ])(
    'A15, B32, B34: a %d is %s, with the facts of the envelope, requested once',
    async (code, expected) => {
      const { ask, upstream } = await startFaulty({ operation }, status(code));
      const answer = await ask(asked.query);
      expectFailure(answer, asked, {
        code: expected,
        status: code,
        upstreamCode: `code_${code}`,
        details: { status: code },
      });
      expect(errorsOf(answer)[0]?.['requestId']).toMatch(/^up-\d+$/);
      expect(errorsOf(answer)[0]?.['requiredScope']).toBe(code === 403 ? asked.scope : undefined);
      expect(upstream.count(operation)).toBe(1);
      expect(upstream.count()).toBe(asked.requests);
    },
  );

  it('B32: a 404 of a record misses the record, and any other the Partner API', async () => {
    const { ask, log } = await startFaulty({ operation }, html(404));
    const answer = await ask(asked.query);
    const isRecord = /(?:screen|screenConfiguration|playlist|playlistItems|mediaItem)$/.test(
      operation,
    );
    const meaning = isRecord
      ? 'nothing in the organization of the credential'
      : 'no Partner API at its address: check PARTNER_API_URL';
    expect(messageOf(answer)).toBe(`${operation} found ${meaning} (HTTP 404).`);
    expectFailure(answer, asked, { code: 'NOT_FOUND', status: 404 });
    const warnings = log.filter((line) =>
      line.includes('no Partner API responds: check PARTNER_API_URL'),
    );
    expect(warnings).toHaveLength(isRecord ? 0 : 1);
  });

  it.each([502, 503, 504])('B2: a %d with HTML is retried once, then reported', async (code) => {
    const { ask, upstream } = await startFaulty({ operation, nth: 1 }, html(code));
    expectIntact(await ask(asked.query));
    expect([upstream.count(operation), upstream.count()]).toEqual([2, asked.requests + 1]);
    upstream.on({ operation }, html(code));
    const answer = await ask(asked.query);
    expectFailure(answer, asked, { code: 'UPSTREAM_UNAVAILABLE', status: code });
    expect(messageOf(answer)).not.toMatch(/doctype|<|Log in/i);
    expect(upstream.count(operation)).toBe(4);
  });

  it('B1, B30: a 200 with HTML, an empty body, half a JSON or an error envelope is invalid, requested once, and not shown', async () => {
    const { ask, upstream } = await startRig();
    const bodies = ['<!doctype html>', '', '{"data":', '\ufeff', 'undefined', '{"data":{}}garbage'];
    bodies.push('{"error":{"code":"oops","message":"garbage","requestId":"r1"}}');
    for (const respond of [html(200), ...bodies.map((body) => text(body))]) {
      upstream.on({ operation }, respond);
      const before = upstream.count(operation);
      const answer = await ask(asked.query);
      expectFailure(answer, asked, { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 });
      expect(messageOf(answer)).not.toMatch(
        /doctype|<|Log in|token|JSON at|Unexpected|position|garbage/i,
      );
      expect(upstream.count(operation) - before).toBe(1);
    }
  });
});

describe('every status', () => {
  const isRepeated = (code: number): boolean => code >= 502 && code <= 504;

  it.each([2, 3, 4, 5, 6, 7, 8, 9])(
    'B33, D8: each of the statuses from %d00 has its meaning, and only 502, 503, 504 are sent again',
    async (hundred) => {
      let code = 0;
      const rig = await startRawRig(
        (socket) =>
          void socket.end(wholeResponse('{}', ['Connection: close'], `HTTP/1.1 ${code} Any`)),
      );
      for (code = hundred * 100; code < hundred * 100 + 100; code += 1) {
        const before = rig.requests.length;
        // A 429 is remembered for its credential, so each status is asked with one of its own.
        const answer = await rig.ask(organization, {}, `pk_canary7f3a91_${code}`);
        expect(errorsOf(answer), `HTTP ${code}`).toMatchObject([
          {
            path: 'organization',
            code: meaningOf(code),
            operation: 'partnerV1_organization',
            status: code,
          },
        ]);
        expect(answer.status, `HTTP ${code}`).toBe(code === 401 || code === 429 ? code : 200);
        expect(rig.requests.length - before, `requests at ${code}`).toBe(isRepeated(code) ? 2 : 1);
      }
    },
  );

  it('B33, D8: an informational status alone is invalid once the connection ends, whichever it is', async () => {
    let code = 0;
    const rig = await startRawRig((socket) => void socket.end(`HTTP/1.1 ${code} Any\r\n\r\n`));
    for (code = 100; code < 200; code += 1) {
      const before = rig.requests.length;
      const answer = await rig.ask(organization);
      expect(errorsOf(answer), `HTTP ${code}`).toMatchObject([
        {
          path: 'organization',
          code: 'UPSTREAM_INVALID_RESPONSE',
          operation: 'partnerV1_organization',
        },
      ]);
      expect(rig.requests.length - before, `requests at ${code}`).toBe(1);
    }
  });

  const wait = (code: number, header = ''): string => `HTTP/1.1 ${code} Wait\r\n${header}\r\n`;

  it.each<readonly [string, readonly string[]]>([
    ...[100, 102, 103, 110, 199].map((code): [string, string[]] => [
      `a ${code}`,
      [wait(code, 'Retry-After: 9\r\n')],
    ]),
    ['two of them', [wait(100) + wait(100)]],
    ['two of them, one after the other', [wait(100), wait(100)]],
    ['one behind a 103', [wait(103) + wait(100)]],
    ['one in pieces', ['HTTP/1.1 100 Continue\r\nX-Wait: 1', '\r\n\r', '\n']],
    ['one with no reason', ['HTTP/1.1 100\r\n\r\n']],
  ])('B33: an informational status before the answer is passed over: %s', async (_what, pieces) => {
    // The name begins a chunk of its own, and is no status line.
    const name = 'HTTP/1.1 100 Wait';
    const whole = wholeResponse(organizationBody(name)).toString('latin1');
    const cut = whole.indexOf(name);
    const rig = await startRawRig(async (socket) => {
      for (const piece of [...pieces, whole.slice(0, cut), whole.slice(cut)]) {
        socket.write(piece, 'latin1');
        // Each in a segment of its own, as far as that can be had.
        await turn();
        await turn();
      }
    });
    for (let time = 0; time < 3; time += 1) {
      const answer = await rig.ask(organization);
      expectIntact(answer);
      expect(dataAt(answer, 'organization.name')).toBe(name);
    }
    expect(rig.requests).toHaveLength(3);
  });
});

describe('error bodies', () => {
  const statuses = [401, 404, 500] as const;
  const bodies: readonly (readonly [string, string, string | undefined])[] = [
    ['no body', '', undefined],
    ['HTML', '<h1>Forbidden</h1><script>alert(1)</script>', 'text/html'],
    ['HTML that calls itself JSON', '<h1>Forbidden</h1>', undefined],
    ['null', 'null', undefined],
    ['a list', '[{"error":{"code":"c"}}]', undefined],
    ['another envelope', '{"message":"m","code":"c"}', undefined],
    ['error of a wrong type', '{"error":"nope"}', undefined],
    [
      'members of wrong types',
      '{"error":{"code":5,"message":{"a":1},"requestId":[],"details":"x"}}',
      undefined,
    ],
    [
      'null members',
      '{"error":{"code":null,"message":null,"requestId":null,"details":null}}',
      undefined,
    ],
    [
      'empty members',
      '{"error":{"code":"","message":"  ","requestId":"","details":{}}}',
      undefined,
    ],
  ];

  it.each(bodies)('B30: %s leaves the code to the status', async (_what, body, type) => {
    for (const code of statuses) {
      const { ask } = await startFaulty(
        { operation: 'partnerV1_organization' },
        status(code, { body, type }),
      );
      const answer = await ask(organization);
      expectErrors(answer, { path: 'organization', code: meaningOf(code), status: code });
      const { requestId, upstreamCode } = answer.body.errors?.[0]?.extensions ?? {};
      expect([requestId, upstreamCode]).toEqual([undefined, undefined]);
      expect(messageOf(answer)).not.toMatch(/<|undefined|null|\[object/);
    }
  });

  it('B30: a usable member is reported though others are not', async () => {
    const { ask } = await startFaulty(
      {},
      status(404, {
        body: '{"error":{"code":5,"message":"Gone","requestId":"r-1","details":[1]}}',
      }),
    );
    const answer = await ask(organization);
    expect(errorsOf(answer)).toEqual([
      {
        path: 'organization',
        code: 'NOT_FOUND',
        operation: 'partnerV1_organization',
        status: 404,
        requestId: 'r-1',
      },
    ]);
    expect(messageOf(answer)).toContain('Gone');
  });

  it('B30: control characters and marks of direction are cleaned away', async () => {
    const dirty = 'a\r\nSet-Cookie: x\u0000\u001b[31m\u202e\u2028b\u0085';
    const error = { code: dirty, message: dirty, requestId: dirty };
    const { ask, log } = await startFaulty({}, status(404, { json: { error } }));
    const answer = await ask(organization);
    // oxlint-disable-next-line no-control-regex -- what must not be there
    const unclean = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/;
    for (const value of [
      messageOf(answer),
      ...Object.values(answer.body.errors?.[0]?.extensions ?? {}),
    ])
      expect(String(value)).not.toMatch(unclean);
    for (const line of log) expect(line.trim()).not.toMatch(unclean);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it.each([400, 401, 403, 404, 429, 500])(
    'B30: a credential that is echoed with a %d is not made known',
    async (code) => {
      const echo = credentials.alpha.everything;
      const error = {
        code: echo,
        message: `Bad credential ${echo}!`,
        requestId: echo,
        details: { authorization: `Bearer ${echo}`, [echo]: echo },
      };
      const headers = { 'x-echo': echo, 'retry-after': echo };
      const { ask } = await startFaulty({}, status(code, { json: { error }, headers }));
      const answer = await ask(organization);
      // That it is nowhere is held by the rig after the test.
      expectErrors(answer, { code: meaningOf(code) });
      expect(messageOf(answer)).toContain('Bad credential');
    },
  );

  it('B30: nor does one that echoes it in data, or half of it in escapes', async () => {
    const { ask, upstream } = await startRig();
    const echo = credentials.alpha.everything;
    const escaped = Array.from(echo, (each, index) =>
      index % 2 === 0 ? each : `\\u00${each.charCodeAt(0).toString(16)}`,
    ).join('');
    upstream.on({ operation: 'partnerV1_screen' }, edited('data.name', `name ${echo}`));
    upstream.on({ operation: 'partnerV1_screens' }, edited('data.0.id', echo));
    upstream.on({ operation: 'partnerV1_organization' }, (exchange) =>
      text(JSON.stringify(exchange.truth().body).replace('Organization', escaped))(exchange),
    );
    // Again, as what has not changed is not read again.
    for (let time = 0; time < 3; time += 1) {
      await ask('{ screen(id: "s1") { name } organization { name } }');
      await ask('{ screens(first: 2) { edges { cursor node { id nodeId } } } }');
    }
  });
});
