import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { organizationBody, wholeResponse } from '../rig/raw-upstream.js';
import { type ResponseParts, status } from '../rig/response.js';
import { errorsOf, startRawRig } from '../rig/rig.js';
import { expectErrors, expectIntact, messageOf, startFaulty } from './outcome.js';

const query = '{ organization { name } }';

const good = organizationBody('whole');

describe('the status of an error', () => {
  const codes = [
    [400, 'BAD_USER_INPUT'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [426, 'HTTPS_REQUIRED'],
    [429, 'RATE_LIMITED'],
    [500, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
  ] as const;
  const forms: readonly (readonly [string, ResponseParts])[] = [
    ['gzip, and is empty', { body: '', headers: { 'content-encoding': 'gzip' } }],
    ['br, and is empty', { body: '', headers: { 'content-encoding': 'br' } }],
    ['gzip, and is none', { body: '<h1>no</h1>', headers: { 'content-encoding': 'gzip' } }],
    ['of an unknown coding', { body: '{}', headers: { 'content-encoding': 'utf-8' } }],
    ['larger than 64 KiB', { body: 'x'.repeat(65_537) }],
    [
      'a bomb',
      { body: gzipSync(Buffer.alloc(30_000_000)), headers: { 'content-encoding': 'gzip' } },
    ],
  ];

  it.each(forms)('B13, B14: survives a body that is %s', async (_what, form) => {
    for (const [code, expected] of codes) {
      const { ask, upstream } = await startFaulty({}, status(code, { ...form, type: 'text/html' }));
      expectErrors(await ask(query), { path: 'organization', code: expected, status: code });
      expect(upstream.count(), `requests at ${code}`).toBe(code === 503 ? 2 : 1);
    }
  });

  it.each(codes)(
    'B13: survives a body that breaks off, or never ends: %d',
    async (code, expected) => {
      const head = `HTTP/1.1 ${code} Any\r\nContent-Type: application/json\r\nRetry-After: 7\r\n`;
      const whole = `${head}Content-Length: 900\r\n\r\n{"error":`;
      for (const isCut of [true, false]) {
        const rig = await startRawRig(
          (socket) => void (isCut ? socket.end(whole) : socket.write(whole)),
          {
            settings: { UPSTREAM_TIMEOUT_MS: '200' },
          },
        );
        const [error] = errorsOf(await rig.ask(query));
        expect(error).toMatchObject({ path: 'organization', code: expected, status: code });
        if (code === 429) expect(error?.['retryAfterSeconds']).toBeGreaterThan(6);
        // A second attempt after one that took all of its time would take as long again.
        expect(rig.requests).toHaveLength(code === 503 && isCut ? 2 : 1);
      }
    },
  );

  it('B13: keeps the envelope of a body of 64 KiB', async () => {
    const json = { error: { code: 'c', message: 'gone' } };
    const { ask } = await startFaulty(
      {},
      status(404, { body: JSON.stringify(json).padEnd(65_536) }),
    );
    expect(messageOf(await ask(query))).toContain('gone');
  });

  it.each([
    ['objects', '{},', 300],
    ['lists in each other', '[', 300],
    ['objects', '{},', 20_000],
  ])('B30, B36: details of many %s are left out, or served', async (_what, piece, count) => {
    const nested = piece === '[';
    const details = nested ? '['.repeat(count) + ']'.repeat(count) : `[${piece.repeat(count)}{}]`;
    const body = `{"error":{"message":"gone","details":{"a":${details}}}}`;
    const { ask } = await startFaulty({}, status(404, { body }));
    const answer = await ask(query);
    expect(messageOf(answer)).toContain('gone');
    const shown = answer.body.errors?.[0]?.extensions['details'];
    expect(shown === undefined).toBe(nested || count > 10_000);
  });
});

describe('headers that came several times', () => {
  it('B3: a Content-Type is read, and a Retry-After that is always the same', async () => {
    const types = [
      'Content-Type: application/json; charset=utf-8',
      'Content-Type: application/json',
    ];
    const rig = await startRawRig((socket) => void socket.write(wholeResponse(good, types)));
    expectIntact(await rig.ask(query));
    const slow = wholeResponse('{}', ['Retry-After: 7', 'Retry-After: 7'], 'HTTP/1.1 429 Slow');
    const limited = await startRawRig((socket) => void socket.write(slow));
    expect((await limited.ask(query)).headers.get('retry-after')).toMatch(/^[67]$/);
  });

  it('B14: the name of a coding is read in any case', async () => {
    const { ask } = await startFaulty(
      {},
      status(200, { body: good, headers: { 'content-encoding': 'Identity' } }),
    );
    expectIntact(await ask(query));
  });
});
