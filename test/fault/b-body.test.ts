import { describe, expect, it } from 'vitest';
import { organizationBody, wholeResponse } from '../rig/raw-upstream.js';
import { valuesOf } from '../rig/seen.js';
import { dataAt, errorsOf, startRawRig } from '../rig/rig.js';
import { expectIntact, messageOf } from './outcome.js';
import { good, invalid, query, unavailable } from './organization.js';

describe('bodies that break off', () => {
  it.each([
    ['keep-alive', 'Connection: keep-alive'],
    ['close', 'Connection: close'],
  ])(
    'B5: a Content-Length larger than the body, then the end (%s): retried once from zero',
    async (_how, line) => {
      const rig = await startRawRig((socket) => {
        const bytes = wholeResponse(good, [line]);
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
        if (isHealing && number === 2) socket.write(wholeResponse(good));
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
      const bytes = wholeResponse(version(`v${number}`), [`ETag: "${number}"`, 'Accept-Ranges: bytes']);
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
  ])('B15: %s is invalid, not retried, and the façade serves on', async (what, bytes) => {
    let isBroken = true;
    const rig = await startRawRig((socket) => {
      if (isBroken) socket.end(bytes, 'latin1');
      else socket.write(wholeResponse(good));
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
  ])('B15: %s are invalid, not retried, and the façade serves on', async (_what, lines) => {
    let isBroken = true;
    const rig = await startRawRig((socket) => void socket.write(wholeResponse(good, isBroken ? lines : [])));
    expect(errorsOf(await rig.ask(query))).toMatchObject([invalid]);
    expect(rig.requests).toHaveLength(1);
    isBroken = false;
    expectIntact(await rig.ask(query));
  });

  it('B15: a header smuggled by CRLF reaches no client', async () => {
    const rig = await startRawRig(
      (socket) =>
        void socket.write(
          wholeResponse(
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
