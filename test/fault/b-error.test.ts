import { describe, expect, it } from 'vitest';
import { edited, status, text } from '../rig/response.js';
import { credentials } from '../rig/credential.js';
import { errorsOf, startRig } from '../rig/rig.js';
import { messageOf } from './outcome.js';
import { meaningOf } from './status-code.js';

const organization = '{ organization { name } }';

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
    ['null members', '{"error":{"code":null,"message":null,"requestId":null,"details":null}}', undefined],
    ['empty members', '{"error":{"code":"","message":"  ","requestId":"","details":{}}}', undefined],
  ];

  it.each(bodies)('B30: %s leaves the code to the status', async (_what, body, type) => {
    for (const code of statuses) {
      const { ask, upstream } = await startRig();
      upstream.on({ operation: 'partnerV1_organization' }, status(code, { body, type }));
      const answer = await ask(organization);
      expect(errorsOf(answer)).toMatchObject([{ path: 'organization', code: meaningOf(code), status: code }]);
      const { requestId, upstreamCode } = answer.body.errors?.[0]?.extensions ?? {};
      expect([requestId, upstreamCode]).toEqual([undefined, undefined]);
      expect(messageOf(answer)).not.toMatch(/<|undefined|null|\[object/);
    }
  });

  it('B30: a usable member is reported though others are not', async () => {
    const { ask, upstream } = await startRig();
    upstream.on(
      {},
      status(404, { body: '{"error":{"code":5,"message":"Gone","requestId":"r-1","details":[1]}}' }),
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
    const { ask, upstream, log } = await startRig();
    const dirty = 'a\r\nSet-Cookie: x\u0000\u001b[31m\u202e\u2028b\u0085';
    upstream.on({}, status(404, { json: { error: { code: dirty, message: dirty, requestId: dirty } } }));
    const answer = await ask(organization);
    // oxlint-disable-next-line no-control-regex -- what must not be there
    const unclean = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/;
    for (const value of [messageOf(answer), ...Object.values(answer.body.errors?.[0]?.extensions ?? {})])
      expect(String(value)).not.toMatch(unclean);
    for (const line of log) expect(line.trim()).not.toMatch(unclean);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it.each([400, 401, 403, 404, 429, 500])(
    'B30: an upstream that echoes the credential with a %d does not make it known',
    async (code) => {
      const { ask, upstream } = await startRig();
      const echo = credentials.alpha.everything;
      const error = {
        code: echo,
        message: `Bad credential ${echo}!`,
        requestId: echo,
        details: { authorization: `Bearer ${echo}`, [echo]: echo },
      };
      upstream.on({}, status(code, { json: { error }, headers: { 'x-echo': echo, 'retry-after': echo } }));
      const answer = await ask(organization);
      // That it is nowhere is held by the rig after the test.
      expect(errorsOf(answer)).toMatchObject([{ code: meaningOf(code) }]);
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

  it('B32: details of a 400 come through, and HTTP stays 200', async () => {
    const { ask, upstream } = await startRig();
    const details = { fields: [{ name: 'limit', rule: 'max' }], deep: { a: { b: null } }, n: 1.5 };
    const error = { code: 'invalid_request', message: 'No good', requestId: 'r-9', details };
    upstream.on({ operation: 'partnerV1_screens' }, status(400, { json: { error } }));
    const answer = await ask('{ screens(first: 2) { totalCount } intact: organization { name } }');
    expect(answer.status).toBe(200);
    expect(errorsOf(answer)).toEqual([
      {
        path: 'screens',
        code: 'BAD_USER_INPUT',
        operation: 'partnerV1_screens',
        status: 400,
        requestId: 'r-9',
        upstreamCode: 'invalid_request',
        details,
      },
    ]);
    expect(upstream.count('partnerV1_screens')).toBe(1);
  });
});
