import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { status, text } from '../rig/answer.js';
import { organizationBody, wholeAnswer } from '../rig/raw-upstream.js';
import { valuesOf } from '../rig/seen.js';
import { dataAt, errorsOf, startRawRig, startRig } from '../rig/rig.js';
import { expectFailure, expectIntact, messageOf } from './outcome.js';
import { nineOperations } from './operations.js';

const query = '{ organization { name } }';
const good = organizationBody('whole');
const invalid = {
  path: 'organization',
  code: 'UPSTREAM_INVALID_RESPONSE',
  operation: 'partnerV1_organization',
};
const unavailable = { ...invalid, code: 'UPSTREAM_UNAVAILABLE' };

describe('content types', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    'application/json ; odd=1',
    'application/problem+json',
    'application/vnd.api+json; profile="x"',
  ])('B3: %s is read', async (type) => {
    const { ask, upstream } = await startRig();
    upstream.on({}, status(200, { body: good, type }));
    expectIntact(await ask(query));
  });

  it.each([
    '',
    'text/html',
    'text/json',
    'text/plain',
    'application/xml',
    'application/jsonp',
    'application/x-json-seq',
    'xapplication/json',
    'json',
    'application/+json;x',
    'text/html, application/json',
  ])('B3: %j is invalid, asked once', async (type) => {
    for (const asked of nineOperations.slice(0, 3)) {
      const { ask, upstream } = await startRig();
      upstream.on({ operation: asked.operation }, status(200, { body: good, type }));
      expectFailure(await ask(asked.query), asked, { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 });
      expect(upstream.count(asked.operation)).toBe(1);
    }
  });
});

describe('a byte order mark', () => {
  it.each<[string | undefined, (bytes: string) => Buffer]>([
    [undefined, (bytes) => Buffer.from(bytes)],
    ['gzip', (bytes) => gzipSync(bytes)],
    ['br', (bytes) => brotliCompressSync(bytes)],
  ])('before the JSON is no part of it, under the coding %j', async (coding, encode) => {
    const { ask, upstream } = await startRig();
    const headers = coding === undefined ? {} : { 'content-encoding': coding };
    upstream.on({}, ({ response, truth }) => {
      const { status: code, body } = truth();
      response.writeHead(code, { 'content-type': 'application/json', ...headers });
      response.end(encode(`\uFEFF${JSON.stringify(body)}`));
    });
    const asked = '{ organization { name } media(first: 2) { nodes { id } } playlist(id: "none") { id } }';
    // The second answer is unchanged, and read from what was kept.
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask(asked);
      expect(dataAt(answer, 'organization.name')).toBe('Organization stamp:alpha');
      expect(dataAt(answer, 'media.nodes')).toEqual([{ id: 'm1' }, { id: 'm2' }]);
      const [error] = errorsOf(answer);
      // The envelope behind the mark is read too.
      expect(error).toMatchObject({ path: 'playlist', code: 'NOT_FOUND' });
      expect(typeof error?.['upstreamCode']).toBe('string');
    }
  });
});

describe('bodies that break off', () => {
  it.each([
    ['keep-alive', 'Connection: keep-alive'],
    ['close', 'Connection: close'],
  ])(
    'B5: a Content-Length larger than the body, then the end (%s): asked again once from zero',
    async (_how, line) => {
      const rig = await startRawRig((socket) => {
        const bytes = wholeAnswer(good, [line]);
        socket.end(bytes.subarray(0, bytes.length - 10));
      });
      expect(errorsOf(await rig.ask(query))).toMatchObject([unavailable]);
      expect(rig.requests).toHaveLength(2);
      for (const request of rig.requests) expect(valuesOf(request, 'range')).toEqual([]);
    },
  );

  it('B5: a chunked body without its end, the same', async () => {
    const rig = await startRawRig((socket) => {
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${good.length.toString(16)}\r\n${good}\r\n`,
      );
    });
    expect(errorsOf(await rig.ask(query))).toMatchObject([unavailable]);
    expect(rig.requests).toHaveLength(2);
  });

  it.each([
    ['a reset before the answer', ''],
    ['a reset inside the head', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    [
      'a reset inside the body',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"da',
    ],
  ])('B5, D8: %s, the same; a good second answer gives data', async (_what, bytes) => {
    for (const isHealing of [false, true]) {
      const rig = await startRawRig((socket, { number }) => {
        if (isHealing && number === 2) socket.write(wholeAnswer(good));
        else if (bytes === '') socket.resetAndDestroy();
        else socket.write(bytes, () => socket.destroySoon());
      });
      const answer = await rig.ask(query);
      if (isHealing) expectIntact(answer);
      else expect(errorsOf(answer)).toMatchObject([unavailable]);
      expect(
        messageOf({ ...answer, body: { errors: [{ message: '', extensions: {} }], ...answer.body } }),
      ).not.toMatch(/ECONN|127\.0|socket/);
      expect(rig.requests).toHaveLength(2);
    }
  });

  const version = (name: string): string => organizationBody(`${name} `.repeat(400).trim());

  it('B7: cut inside version 1, the record is version 2 alone', async () => {
    const rig = await startRawRig((socket, { number }) => {
      const bytes = wholeAnswer(version(`v${number}`), [`ETag: "${number}"`, 'Accept-Ranges: bytes']);
      if (number === 1) socket.end(bytes.subarray(0, bytes.length - 700));
      else socket.write(bytes);
    });
    const answer = await rig.ask(query);
    expect(dataAt(answer, 'organization.name')).toBe('v2 '.repeat(400).trim());
    expect(rig.requests).toHaveLength(2);
    for (const request of rig.requests) expect(valuesOf(request, 'range')).toEqual([]);
  });

  it('B7: a 206 after the cut is invalid, whatever it continues', async () => {
    const whole = Buffer.from(version('v1'));
    const rig = await startRawRig((socket, { number }) => {
      const bytes = wholeAnswer(whole);
      if (number === 1) socket.end(bytes.subarray(0, bytes.length - 700));
      else
        socket.write(
          wholeAnswer(
            whole.subarray(-700),
            [`Content-Range: bytes ${whole.length - 700}-${whole.length - 1}/${whole.length}`],
            'HTTP/1.1 206 Partial Content',
          ),
        );
    });
    expect(errorsOf(await rig.ask(query))).toMatchObject([{ ...invalid, status: 206 }]);
    expect(rig.requests).toHaveLength(2);
  });
});

describe('what is not HTTP', () => {
  it.each([
    ['garbage', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['TLS', '\u0015\u0003\u0003\u0000\u0002\u0002\u0028'],
    ['an HTTP of another kind', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['a status that is no number', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nNo header\r\n\r\n'],
    [
      'two lengths',
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}   `,
    ],
    [
      'a length that is no number',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: many\r\n\r\n{}',
    ],
    [
      'a chunk of no size',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n',
    ],
    [
      'a change of protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ],
  ])('B15: %s is invalid, not asked again, and the façade serves on', async (what, bytes) => {
    let isBroken = true;
    const rig = await startRawRig((socket) => {
      if (isBroken) socket.end(bytes, 'latin1');
      else socket.write(wholeAnswer(good));
    });
    const errors = errorsOf(await rig.ask(query));
    // Two lengths may also be read as a body that broke off; the one thing that they are not is data.
    if (what === 'two lengths') expect(errors).toMatchObject([{ path: 'organization' }]);
    else {
      expect(errors).toMatchObject([invalid]);
      expect(rig.requests).toHaveLength(1);
    }
    isBroken = false;
    expectIntact(await rig.ask(query));
  });

  it.each([
    ['one header of 17 KB', [`X-Large: ${'x'.repeat(17_000)}`]],
    ['one header of 1 MB', [`X-Large: ${'x'.repeat(1_000_000)}`]],
    ['1,000 headers of 20 bytes', Array.from({ length: 1000 }, (_, index) => `X-Header-${index}: 12345`)],
  ])('B15: %s are invalid, not asked again, and the façade serves on', async (_what, lines) => {
    let isBroken = true;
    const rig = await startRawRig((socket) => void socket.write(wholeAnswer(good, isBroken ? lines : [])));
    expect(errorsOf(await rig.ask(query))).toMatchObject([invalid]);
    expect(rig.requests).toHaveLength(1);
    isBroken = false;
    expectIntact(await rig.ask(query));
  });

  it('B15: a header smuggled by CRLF reaches no client', async () => {
    const rig = await startRawRig(
      (socket) =>
        void socket.write(
          wholeAnswer(
            '{}',
            ['Retry-After: 2\r\nSet-Cookie: evil=1\r\nX-Organization: evil'],
            'HTTP/1.1 429 Slow\r\nX-Evil: 1',
          ),
        ),
    );
    const answer = await rig.ask(query);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect([...answer.headers.keys()].filter((name) => /evil|organization/.test(name))).toEqual([]);
  });
});

describe('large bodies', () => {
  const limit = 4 * 1024 * 1024;
  const settings = { MAX_RESPONSE_BYTES: String(limit) };
  const chunk = Buffer.alloc(65_536, 'x');

  it.each(['with a true Content-Length', 'without one'])(
    'B13: above the limit %s: invalid, not asked again, reading stops',
    async (how) => {
      let sent = 0;
      const rig = await startRawRig(
        (socket) => {
          const declared = how.startsWith('with a')
            ? 'Content-Length: 1073741824'
            : 'Transfer-Encoding: chunked';
          socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${declared}\r\n\r\n`);
          const pour = (): void => {
            while (!socket.destroyed && sent < 64 * limit) {
              sent += chunk.length;
              const bytes = how.startsWith('with a')
                ? chunk
                : Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]);
              if (!socket.write(bytes)) break;
            }
          };
          socket.on('drain', pour);
          pour();
        },
        { settings },
      );
      const before = process.memoryUsage.rss();
      const answer = await rig.ask(query);
      expect(errorsOf(answer)).toMatchObject([invalid]);
      expect(messageOf(answer)).toContain(`${limit} bytes (MAX_RESPONSE_BYTES)`);
      expect(rig.requests).toHaveLength(1);
      // Beyond what was read, the sockets of both sides may hold some megabytes.
      const inSockets = 6 * 1024 * 1024;
      expect(sent).toBeLessThan(how.startsWith('with a') ? inSockets : limit * 1.5 + inSockets);
      expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
      await expect.poll(() => rig.requests[0]?.endedAt).toBeDefined();
    },
  );

  it('B13: a body of exactly the limit is read, one byte more is not', async () => {
    for (const more of [0, 1]) {
      const { ask, upstream } = await startRig({ settings: { MAX_RESPONSE_BYTES: '4096' } });
      upstream.on({}, text(good.padEnd(4096 + more, ' ')));
      const answer = await ask(query);
      if (more === 0) expectIntact(answer);
      else expect(errorsOf(answer)).toMatchObject([{ ...invalid }]);
    }
  });

  it('B13: an error body above the limit is invalid too, and costs no more', async () => {
    const { ask, upstream } = await startRig({ settings: { MAX_RESPONSE_BYTES: '4096' } });
    upstream.on({}, status(500, { body: 'x'.repeat(100_000) }));
    expect(errorsOf(await ask(query))).toMatchObject([
      { path: 'organization', code: 'UPSTREAM_INVALID_RESPONSE' },
    ]);
    expect(upstream.count()).toBe(1);
  });
});

describe('content codings', () => {
  const zeros = Buffer.concat([
    Buffer.from('{"data":"'),
    Buffer.alloc(24 * 1024 * 1024, '0'),
    Buffer.from('"}'),
  ]);
  const bombs: readonly (readonly [string, () => Buffer])[] = [
    ['gzip', () => gzipSync(zeros)],
    ['x-gzip', () => gzipSync(zeros)],
    ['br', () => brotliCompressSync(zeros)],
    ['deflate', () => deflateSync(zeros)],
    ['gzip, gzip', () => gzipSync(gzipSync(zeros))],
    ['gzip, gzip, gzip, gzip, gzip', () => [1, 2, 3, 4].reduce((bytes) => gzipSync(bytes), gzipSync(zeros))],
  ];

  it.each(bombs)('B14: a bomb of %s is invalid, asked once, and takes no memory', async (coding, make) => {
    const { ask, upstream } = await startRig({ settings: { MAX_RESPONSE_BYTES: '1000000' } });
    const body = make();
    upstream.on({}, status(200, { body, headers: { 'content-encoding': coding } }));
    const before = process.memoryUsage.rss();
    const answer = await ask(query);
    expect(errorsOf(answer)).toMatchObject([invalid]);
    expect(upstream.count()).toBe(1);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  it.each([
    ['gzip', gzipSync(good)],
    ['GZIP', gzipSync(good)],
    ['br', brotliCompressSync(good)],
    ['identity', Buffer.from(good)],
  ])('B14: %s is undone', async (coding, body) => {
    const { ask, upstream } = await startRig();
    upstream.on({}, status(200, { body, headers: { 'content-encoding': coding } }));
    const answer = await ask(query);
    expectIntact(answer);
    expect(dataAt(answer, 'organization.name')).toBe('whole');
  });

  it.each([
    ['an unknown coding', 'compress', Buffer.from(good)],
    ['zstd, which is not asked for', 'zstd', Buffer.from('28b52ffd', 'hex')],
    ['a coding that it is not', 'gzip', Buffer.from(good)],
    ['half a gzip', 'gzip', gzipSync(good).subarray(0, 40)],
    ['gzip with something behind it', 'gzip', Buffer.concat([gzipSync(good), Buffer.from('x'.repeat(64))])],
    ['no bytes at all', 'gzip', Buffer.alloc(0)],
    ['two codings', 'gzip, br', brotliCompressSync(gzipSync(good))],
    ['a coding named __proto__', '__proto__', Buffer.from(good)],
  ])('B14: %s is invalid or whole, never a crash', async (what, coding, body) => {
    const { ask, upstream } = await startRig();
    upstream.on({}, status(200, { body, headers: { 'content-encoding': coding } }));
    const answer = await ask(query);
    if (what.startsWith('gzip with'))
      expect(['whole', undefined]).toContain(dataAt(answer, 'organization.name'));
    else expect(errorsOf(answer)).toMatchObject([invalid]);
    expect(upstream.count()).toBe(1);
  });
});
