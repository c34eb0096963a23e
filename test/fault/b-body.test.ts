import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { organizationBody, wholeResponse } from '../rig/raw-upstream.js';
import { status, text } from '../rig/response.js';
import { dataAt, errorsOf, startRawRig } from '../rig/rig.js';
import { valuesOf } from '../rig/seen.js';
import { expectErrors, expectIntact, messageOf, startFaulty } from './outcome.js';

const query = '{ organization { name } }';

const good = organizationBody('whole');

const invalid = {
  path: 'organization',
  code: 'UPSTREAM_INVALID_RESPONSE',
  operation: 'partnerV1_organization',
};

const unavailable = { ...invalid, code: 'UPSTREAM_UNAVAILABLE' };

describe('bodies that break off', () => {
  const short = (line: string): Buffer => wholeResponse(good, [line]).subarray(0, -10);
  const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  const chunked = `${json}Transfer-Encoding: chunked\r\n\r\n${good.length.toString(16)}\r\n${good}\r\n`;

  it.each([
    ['a body shorter than its Content-Length, keep-alive,', short('Connection: keep-alive')],
    ['a body shorter than its Content-Length, close,', short('Connection: close')],
    ['a chunked body without its end', chunked],
  ])('B5: %s is retried once from zero', async (_what, bytes) => {
    const rig = await startRawRig((socket) => void socket.end(bytes));
    expectErrors(await rig.ask(query), unavailable);
    expect(rig.requests).toHaveLength(2);
    for (const request of rig.requests) expect(valuesOf(request, 'range')).toEqual([]);
  });

  it.each([
    ['a reset before the answer', ''],
    ['a reset inside the head', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['a reset inside the body', `${json}Content-Length: 900\r\n\r\n{"da`],
  ])('B5, D8: %s, the same; a good second answer gives data', async (_what, bytes) => {
    for (const isHealing of [false, true]) {
      const rig = await startRawRig((socket, { number }) => {
        if (isHealing && number === 2) socket.write(wholeResponse(good));
        else if (bytes === '') socket.resetAndDestroy();
        else socket.write(bytes, () => socket.destroySoon());
      });
      const answer = await rig.ask(query);
      if (isHealing) expectIntact(answer);
      else expectErrors(answer, unavailable);
      expect(
        messageOf({
          ...answer,
          body: { errors: [{ message: '', extensions: {} }], ...answer.body },
        }),
      ).not.toMatch(/ECONN|127\.0|socket/);
      expect(rig.requests).toHaveLength(2);
    }
  });

  const version = (name: string): string => organizationBody(`${name} `.repeat(400).trim());

  it('B7: cut inside version 1, the record is version 2 alone', async () => {
    const rig = await startRawRig((socket, { number }) => {
      const bytes = wholeResponse(version(`v${number}`), [
        `ETag: "${number}"`,
        'Accept-Ranges: bytes',
      ]);
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
      const bytes = wholeResponse(whole);
      if (number === 1) socket.end(bytes.subarray(0, bytes.length - 700));
      else
        socket.write(
          wholeResponse(
            whole.subarray(-700),
            [`Content-Range: bytes ${whole.length - 700}-${whole.length - 1}/${whole.length}`],
            'HTTP/1.1 206 Partial Content',
          ),
        );
    });
    expectErrors(await rig.ask(query), { ...invalid, status: 206 });
    expect(rig.requests).toHaveLength(2);
  });
});

describe('what is not HTTP', () => {
  const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  const upgrade =
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
  const many = Array.from({ length: 1000 }, (_, index) => `X-Header-${index}: 12345`);
  const twoLengths = `${json}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   `;

  it.each([
    ['garbage', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['TLS', '\u0015\u0003\u0003\u0000\u0002\u0002\u0028'],
    ['an HTTP of another kind', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['a status that is no number', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nNo header\r\n\r\n'],
    ['a length that is no number', `${json}Content-Length: many\r\n\r\n{}`],
    ['a chunk of no size', `${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`],
    ['a change of protocol', upgrade],
    ['one header of 17 KB', wholeResponse(good, [`X-Large: ${'x'.repeat(17_000)}`])],
    ['one header of 1 MB', wholeResponse(good, [`X-Large: ${'x'.repeat(1_000_000)}`])],
    ['1,000 headers of 20 bytes', wholeResponse(good, many)],
    // They may also be read as a body that broke off; the one thing that they are not is data.
    ['two lengths', twoLengths],
  ])('B15: %s: invalid, not retried, and the façade serves on', async (_what, bytes) => {
    let isBroken = true;
    const rig = await startRawRig((socket) => {
      if (isBroken) socket.end(bytes, 'latin1');
      else socket.write(wholeResponse(good));
    });
    const errors = errorsOf(await rig.ask(query));
    expect(errors).toMatchObject([bytes === twoLengths ? { path: 'organization' } : invalid]);
    if (bytes !== twoLengths) expect(rig.requests).toHaveLength(1);
    isBroken = false;
    expectIntact(await rig.ask(query));
  });

  it('B15, G14: no header of the upstream reaches a client, nor one smuggled by CRLF', async () => {
    const rig = await startRawRig(
      (socket) =>
        void socket.write(
          wholeResponse(
            '{}',
            [
              'Retry-After: 2\r\nSet-Cookie: evil=1\r\nX-Organization: evil',
              'Cache-Control: public',
            ],
            'HTTP/1.1 429 Slow\r\nX-Evil: 1',
          ),
        ),
    );
    const answer = await rig.ask(query);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect([...answer.headers.keys()].filter((name) => /evil|organization/.test(name))).toEqual([]);
  });
});

describe('large bodies', () => {
  const limit = 4 * 1024 * 1024;
  const settings = { MAX_RESPONSE_BYTES: String(limit) };
  const chunk = Buffer.alloc(65_536, 'x');

  it.each(['with a true Content-Length', 'without one'])(
    'B13: above the limit %s: invalid, reading stops',
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
      expectErrors(answer, invalid);
      expect(messageOf(answer)).toContain(`${limit} bytes (MAX_RESPONSE_BYTES)`);
      expect(rig.requests).toHaveLength(1);
      // Beyond the bytes read, the sockets of both sides may hold some megabytes.
      const inSockets = 6 * 1024 * 1024;
      expect(sent).toBeLessThan(how.startsWith('with a') ? inSockets : limit * 1.5 + inSockets);
      expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
      await expect.poll(() => rig.requests[0]?.endedAt).toBeDefined();
    },
  );

  it('B13: a body of exactly the limit is read, one byte more is not', async () => {
    for (const more of [0, 1]) {
      const { ask } = await startFaulty({}, text(good.padEnd(4096 + more, ' ')), {
        settings: { MAX_RESPONSE_BYTES: '4096' },
      });
      const answer = await ask(query);
      if (more === 0) expectIntact(answer);
      else expectErrors(answer, { ...invalid });
    }
  });
});

describe('content codings', () => {
  const zeros = Buffer.concat([
    Buffer.from('{"data":"'),
    Buffer.alloc(24 * 1024 * 1024, '0'),
    Buffer.from('"}'),
  ]);
  it.each<[string, () => Buffer]>([
    ['gzip', () => gzipSync(zeros)],
    ['br', () => brotliCompressSync(zeros)],
    ['gzip, gzip', () => gzipSync(gzipSync(zeros))],
  ])('B14: a bomb of %s is invalid, requested once, and takes no memory', async (coding, make) => {
    const bomb = status(200, { body: make(), headers: { 'content-encoding': coding } });
    const { ask, upstream } = await startFaulty({}, bomb, {
      settings: { MAX_RESPONSE_BYTES: '1000000' },
    });
    const before = process.memoryUsage.rss();
    const answer = await ask(query);
    expectErrors(answer, invalid);
    expect(upstream.count()).toBe(1);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('content types', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    'application/json ; odd=1',
    'application/problem+json',
    'application/vnd.api+json; profile="x"',
    'application/json, application/json; charset="a,b"',
  ])('B3: %s is read', async (type) => {
    const { ask } = await startFaulty({}, status(200, { body: good, type }));
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
  ])('B3: %j is invalid, requested once', async (type) => {
    const { ask, upstream } = await startFaulty({}, status(200, { body: good, type }));
    expectErrors(await ask(query), { ...invalid, status: 200 });
    expect(upstream.count()).toBe(1);
  });
});
