import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { html, status, text } from '../rig/response.js';
import { organizationBody, wholeResponse } from '../rig/raw-upstream.js';
import { dataAt, errorsOf, startRawRig, startRig } from '../rig/rig.js';
import { expectFailure, expectIntact, messageOf } from './outcome.js';
import { nineOperations } from './operations.js';
import { meaningOf } from './status-code.js';

const organization = '{ organization { name } }';

describe.each(nineOperations)('$operation', (asked) => {
  const { operation } = asked;

  it.each([
    [400, 'BAD_USER_INPUT'],
    [404, 'NOT_FOUND'],
    [403, 'FORBIDDEN'],
    [401, 'UNAUTHENTICATED'],
    [429, 'RATE_LIMITED'],
  ])('B32, B34: a %d is %s, with the facts of the envelope', async (code, expected) => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation }, status(code));
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
  });

  it('B32: a 404 of a record misses the record, and any other the Partner API', async () => {
    const { ask, upstream, log } = await startRig();
    upstream.on({ operation }, html(404));
    const answer = await ask(asked.query);
    const isRecord = /(?:screen|screenConfiguration|playlist|playlistItems|mediaItem)$/.test(operation);
    const meaning = isRecord
      ? 'nothing in the organization of the credential'
      : 'no Partner API at its address: check PARTNER_API_URL';
    expect(messageOf(answer)).toBe(`${operation} found ${meaning} (HTTP 404).`);
    expectFailure(answer, asked, { code: 'NOT_FOUND', status: 404 });
    const warnings = log.filter((line) => line.includes('no Partner API responds: check PARTNER_API_URL'));
    expect(warnings).toHaveLength(isRecord ? 0 : 1);
  });

  it.each([502, 503, 504])(
    'B2: a %d with HTML is retried once, then reported with its status',
    async (code) => {
      const { ask, upstream } = await startRig();
      upstream.on({ operation }, html(code));
      const answer = await ask(asked.query);
      expectFailure(answer, asked, { code: 'UPSTREAM_UNAVAILABLE', status: code });
      expect(messageOf(answer)).not.toMatch(/doctype|<|Log in/i);
      expect(upstream.count(operation)).toBe(2);
    },
  );

  it.each([502, 503, 504])('B2: a good second answer after a %d gives data', async (code) => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation, nth: 1 }, html(code));
    expectIntact(await ask(asked.query));
    expect(upstream.count(operation)).toBe(2);
    expect(upstream.count()).toBe(asked.requests + 1);
  });

  it('B1: a 200 with HTML is invalid, requested once, and shows nothing of it', async () => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation }, html(200));
    const answer = await ask(asked.query);
    expectFailure(answer, asked, { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 });
    expect(messageOf(answer)).not.toMatch(/doctype|<|Log in|token|JSON at/i);
    expect(upstream.count(operation)).toBe(1);
  });

  it('B1: so is HTML that calls itself JSON, an empty body, and half a JSON', async () => {
    const { ask, upstream } = await startRig();
    for (const body of ['<!doctype html>', '', '{"data":', '\ufeff', 'undefined', '{"data":{}}garbage']) {
      upstream.on({ operation }, text(body));
      const before = upstream.count(operation);
      const answer = await ask(asked.query);
      expectFailure(answer, asked, { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 });
      expect(messageOf(answer)).not.toMatch(/doctype|Unexpected|position|garbage/);
      expect(upstream.count(operation) - before).toBe(1);
    }
  });

  it('B30: a 200 with an error envelope is invalid', async () => {
    const { ask, upstream } = await startRig();
    const error = { code: 'oops', message: 'It did not work', requestId: 'r1' };
    upstream.on({ operation }, status(200, { json: { error } }));
    expectFailure(await ask(asked.query), asked, { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 });
    expect(upstream.count(operation)).toBe(1);
  });
});

describe('every status', () => {
  const isRepeated = (code: number): boolean => code >= 502 && code <= 504;

  it.each([2, 3, 4, 5, 6, 7, 8, 9])(
    'B33, D8: each of the statuses from %d00 has its meaning, and only 502, 503, 504 are sent again',
    async (hundred) => {
      let code = 0;
      const rig = await startRawRig(
        (socket) => void socket.end(wholeResponse('{}', ['Connection: close'], `HTTP/1.1 ${code} Any`)),
      );
      for (code = hundred * 100; code < hundred * 100 + 100; code += 1) {
        const before = rig.requests.length;
        // A 429 is remembered for its credential, so each status is asked with one of its own.
        const answer = await rig.ask(organization, {}, `pk_canary7f3a91_${code}`);
        expect(errorsOf(answer), `HTTP ${code}`).toMatchObject([
          { path: 'organization', code: meaningOf(code), operation: 'partnerV1_organization', status: code },
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
        { path: 'organization', code: 'UPSTREAM_INVALID_RESPONSE', operation: 'partnerV1_organization' },
      ]);
      expect(rig.requests.length - before, `requests at ${code}`).toBe(1);
    }
  });

  it.each([100, 102, 103, 110, 199])('B33: a %d before the answer is passed over', async (code) => {
    const rig = await startRawRig((socket) => {
      socket.write(`HTTP/1.1 ${code} Wait\r\nRetry-After: 9\r\nContent-Type: text/html\r\n\r\n`);
      socket.write(
        wholeResponse('{"data":{"id":"o","name":"n","createdAt":"2026-01-01","updatedAt":"2026-01-01"}}'),
      );
    });
    const answer = await rig.ask(organization);
    expectIntact(answer);
    expect(dataAt(answer, 'organization.name')).toBe('n');
  });

  const wait = (code: number) => `HTTP/1.1 ${code} Wait\r\n\r\n`;

  it.each([
    ['two of them', [wait(100) + wait(100)]],
    ['two of them, one after the other', [wait(100), wait(100)]],
    ['one behind a 103', [wait(103) + wait(100)]],
    ['one in pieces', ['HTTP/1.1 100 Continue\r\nX-Wait: 1', '\r\n\r', '\n']],
    ['one with no reason', ['HTTP/1.1 100\r\n\r\n']],
  ])('B33: a 100 before the answer is passed over: %s', async (_what, pieces) => {
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
