import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCost, Trace } from '../../src/session/cost.js';
import { Memory } from '../../src/session/memory.js';
import { Refusals } from '../../src/session/request-queue.js';
import type { Endpoint } from '../../src/partner/endpoint.js';
import { type ErrorCode, PartnerError } from '../../src/partner/error.js';
import { getMedia, listMedia } from '../../src/partner/media.js';
import { getOrganization } from '../../src/partner/organization.js';
import { getScreenConfiguration } from '../../src/partner/playback.js';
import { getPlaylist } from '../../src/partner/playlist.js';
import { getScreen, listScreens } from '../../src/partner/screen.js';
import { settle } from './operation.js';

const operations: readonly Endpoint[] = [
  getOrganization,
  getScreen,
  listScreens,
  getScreenConfiguration,
  getPlaylist,
  getMedia,
  listMedia,
];

const errorOf = (code: ErrorCode, operation: Endpoint, requestId: string): PartnerError =>
  new PartnerError(code, `${operation.id} was refused.`, {
    status: 400,
    operation: operation.id,
    requestId,
    requiredScope: code === 'FORBIDDEN' ? operation.scope : undefined,
  });

/** Operations that are answered from memory after this one was refused. */
function refusedAfter(code: ErrorCode, operation: Endpoint): string[] {
  const refusals = new Refusals();
  refusals.remember(operation, errorOf(code, operation, 'req-1'));
  return operations.filter((each) => refusals.of(each) !== undefined).map(({ id }) => id);
}

const all = operations.map(({ id }) => id);
const others = [
  ...(['NOT_FOUND', 'BAD_USER_INPUT', 'HTTPS_REQUIRED', 'UPSTREAM_UNAVAILABLE'] as const),
  ...(['UPSTREAM_TIMEOUT', 'UPSTREAM_INVALID_RESPONSE', 'UPSTREAM_BUDGET_EXCEEDED'] as const),
];

describe('what one refusal applies to (contract, "Authentication", 4 and 5)', () => {
  it.each<[ErrorCode, Endpoint, readonly string[]]>([
    ['UNAUTHENTICATED', getMedia, all],
    ['RATE_LIMITED', getScreen, all],
    ['FORBIDDEN', getScreen, ['partnerV1_screen', 'partnerV1_screens']],
    ['FORBIDDEN', listMedia, ['partnerV1_mediaItem', 'partnerV1_media']],
    ['FORBIDDEN', getScreenConfiguration, ['partnerV1_screenConfiguration']],
    ['FORBIDDEN', getOrganization, []],
    ...others.map((code): [ErrorCode, Endpoint, readonly string[]] => [code, getScreen, []]),
  ])('%s on $1.id', (code, operation, refused) => {
    expect(refusedAfter(code, operation)).toEqual(refused);
  });

  it('names the endpoint that repeats it, with the request id of the first', () => {
    const refusals = new Refusals();
    refusals.remember(getScreen, errorOf('FORBIDDEN', getScreen, 'req-1'));
    refusals.remember(listScreens, errorOf('FORBIDDEN', listScreens, 'req-2'));
    const repeated = refusals.of(listScreens);
    expect(repeated?.message).toBe('partnerV1_screens was refused.');
    expect(repeated?.facts).toMatchObject({
      operation: 'partnerV1_screens',
      requiredScope: 'screens:read',
      requestId: 'req-1',
    });
  });

  it('a 401 names no scope on what repeats it', () => {
    const refusals = new Refusals();
    refusals.remember(getScreen, errorOf('UNAUTHENTICATED', getScreen, 'req-1'));
    expect(refusals.of(getMedia)?.facts.requiredScope).toBeUndefined();
  });

  it('what is no refusal of the Partner API is not remembered', () => {
    const refusals = new Refusals();
    refusals.remember(getScreen, new Error('a fault of ours'));
    expect(refusals.of(getScreen)).toBeUndefined();
  });
});

function start() {
  const cost = createCost();
  const memory = new Memory(cost);
  const started: string[] = [];
  const read = (path: string) => () => {
    started.push(path);
    return Promise.resolve(path);
  };
  return { cost, memory, started, read };
}

describe('the memory of one operation', () => {
  it('remembers a failure as it remembers a record', async () => {
    const { memory } = start();
    let tries = 0;
    const fail = () => Promise.reject(new Error(`no ${(tries += 1)}`));
    await expect(memory.read('/a', fail)).rejects.toThrow('no 1');
    await expect(memory.read('/a', fail)).rejects.toThrow('no 1');
  });

  it('keeps one thing for a path', () => {
    const { memory } = start();
    let made = 0;
    const make = (): object => ({ made: (made += 1) });
    memory.once('/list', make);
    memory.once('/list', make);
    expect(made).toBe(1);
  });

  it('in any order: each path is read once, each repetition counted once', async () => {
    const call = fc.record({
      path: fc.constantFrom('/a', '/b', '__proto__', 'constructor'),
      isAhead: fc.boolean(),
    });
    const property = fc.asyncProperty(fc.array(call, { maxLength: 30 }), async (calls) => {
      const { cost, memory, started, read } = start();
      for (const { path, isAhead } of calls) {
        const value = isAhead ? memory.prefetch(path, read(path)) : memory.read(path, read(path));
        expect(await value).toBe(path);
      }
      expect(started.toSorted()).toEqual([...new Set(calls.map(({ path }) => path))].toSorted());
      const needs = calls.filter(({ isAhead }) => !isAhead).map(({ path }) => path);
      expect(cost.deduplicated).toBe(needs.length - new Set(needs).size);
    });
    await fc.assert(property, { seed: 20_261_120, numRuns: 200 });
  });
});

describe('the trace of an operation', () => {
  function start() {
    let now = 100;
    const trace = new Trace(() => now);
    const send = (path: string, operation: typeof getScreen | typeof listScreens = getScreen) => {
      let settleIt:
        | { readonly resolve: () => void; readonly reject: (error: Error) => void }
        | undefined;
      const result = new Promise<void>((resolve, reject) => (settleIt = { resolve, reject }));
      result.catch(() => undefined);
      trace.record(operation, path, result);
      const answer = async (error?: Error) => {
        if (error === undefined) settleIt?.resolve();
        else settleIt?.reject(error);
        await settle();
      };
      return { answer };
    };
    return { trace, send, pass: (milliseconds: number) => void (now += milliseconds) };
  }

  it('a failure without a response has its code as status, an abandoned request is aborted', async () => {
    const { trace, send } = start();
    await send('/a').answer(new PartnerError('UPSTREAM_TIMEOUT', 'slow'));
    await send('/b').answer(new Error('gone'));
    expect(trace.entries.map(({ status }) => status)).toEqual(['UPSTREAM_TIMEOUT', 'aborted']);
  });

  it('requests with the same wave number do not wait for each other', async () => {
    const { trace, send } = start();
    const first = [send('/1a'), send('/1b')];
    await first[0]?.answer();
    const second = send('/2a');
    await first[1]?.answer();
    const alsoSecond = send('/2b');
    await second.answer();
    await send('/3').answer();
    await alsoSecond.answer();
    await send('/3 too').answer();
    const waves = Object.fromEntries(trace.entries.map(({ path, wave }) => [path, wave]));
    expect(waves).toEqual({ '/1a': 1, '/1b': 1, '/2a': 2, '/2b': 2, '/3': 3, '/3 too': 4 });
  });
});
