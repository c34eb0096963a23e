import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Body, Piece } from '../../src/http/body.js';
import { liveFramings } from '../../src/extra/live/print-events.js';
import { keepAliveMs, PartBody, type PartType } from '../../src/http/part-body.js';
import { respond, Writer } from '../../src/http/writer.js';
import { Backlog } from '../../src/operation/backlog.js';
import { LiveStream } from '../../src/extra/live/live-stream.js';
import type { OperationResult } from '../../src/operation/result.js';
import { openServer } from '../rig/port.js';

const eventOf = (number: number, text = ''): OperationResult => ({
  data: { live: { number, text } },
});

const types: readonly PartType[] = ['text/event-stream', 'multipart/mixed'];

const bodyOf = (stream: LiveStream, type: PartType): PartBody =>
  new PartBody(stream, liveFramings[type]);

/** A writer whose responses have no limits of any use. */
const writer = new Writer({
  settings: { STALL_TIMEOUT_MS: 3_600_000 },
  backlog: new Backlog(Infinity),
  observer: { failed: () => undefined, responseCut: () => undefined },
});

/** Reads the pieces of a body, each when the one before is taken. */
async function* piecesOf(body: Body): AsyncGenerator<Piece, void, void> {
  try {
    for (;;) {
      const piece = await body.next();
      if (piece === undefined) return;
      yield piece;
    }
  } finally {
    body.close();
  }
}

const bodies = {
  node: (stream: LiveStream, type: PartType): Readable =>
    Readable.from(piecesOf(bodyOf(stream, type)), { highWaterMark: 0 }),
  web: (stream: LiveStream, type: PartType): Readable =>
    Readable.from(webBody(bodyOf(stream, type))[Symbol.asyncIterator](), { highWaterMark: 0 }),
};

function webBody(body: Body): ReadableStream<Uint8Array> {
  const { body: stream } = writer.toWeb(respond(body, {}));
  if (stream === null) throw new Error('The response has no body.');
  return stream;
}

/** Collects what a body has sent so far. */
function collect(body: Readable): { readonly text: () => string } {
  let text = '';
  body.on('data', (chunk: Uint8Array) => (text += Buffer.from(chunk).toString()));
  return { text: () => text };
}

async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

const sse = [
  ':\n\n',
  'event: next\ndata: {"data":{"live":{"number":1,"text":""}}}\n\n',
  ':\n\n',
  'event: next\ndata: {"data":{"live":{"number":2,"text":""}}}\n\n',
  'event: complete\ndata:\n\n',
].join('');

const head = '\r\nContent-Type: application/json; charset=utf-8\r\n\r\n';
const multipart = [
  '\r\n--graphql',
  `${head}{"payload":{"data":{"live":{"number":1,"text":""}}}}\r\n--graphql`,
  `${head}{}\r\n--graphql`,
  `${head}{"payload":{"data":{"live":{"number":2,"text":""}}}}\r\n--graphql`,
  '--\r\n',
].join('');

afterEach(() => {
  vi.useRealTimers();
});

describe.each(['node', 'web'] as const)('the body of a stream, %s', (kind) => {
  it.each([
    ['text/event-stream', sse],
    ['multipart/mixed', multipart],
  ] as const)(
    '%s: a start, events, signs of life in between, and an end',
    async (type, expected) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const stream = new LiveStream(() => undefined);
      const body = bodies[kind](stream, type);
      const collected = collect(body);
      stream.push(eventOf(1));
      await turns();
      vi.advanceTimersByTime(keepAliveMs);
      await turns();
      stream.push(eventOf(2));
      await turns();
      stream.complete();
      await once(body, 'end');
      expect(collected.text()).toBe(expected);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it('sends a reader who pauses the newest event, and no sign of life that it did not read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stream = new LiveStream(() => undefined);
    const body = bodies[kind](stream, 'text/event-stream');
    const collected = collect(body);
    stream.push(eventOf(0));
    await turns();
    body.pause();
    // One is on its way to the reader already.
    for (let number = 1; number <= 9; number += 1) {
      stream.push(eventOf(number));
      vi.advanceTimersByTime(keepAliveMs);
      await turns();
    }
    body.resume();
    await turns();
    const numbers = [...collected.text().matchAll(/"number":(\d)/g)].map(([, number]) => number);
    expect(numbers.length).toBeLessThanOrEqual(3);
    expect(numbers.at(-1)).toBe('9');
    expect(collected.text().split(':\n\n').length - 1).toBeLessThanOrEqual(2);
    body.destroy();
  });
});

it('the web body ends the stream when its reader leaves', async () => {
  const left = vi.fn();
  const reader = webBody(bodyOf(new LiveStream(left), 'text/event-stream')).getReader();
  await reader.read();
  await reader.cancel();
  expect(left).toHaveBeenCalledTimes(1);
});

it('a body that nobody reads has no timer', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const type of types) bodyOf(new LiveStream(() => undefined), type);
  expect(vi.getTimerCount()).toBe(0);
});

describe.each(types)('%s over a socket', (type) => {
  it('a client that reads nothing for a while costs one event, and then gets the newest', async () => {
    const stream = new LiveStream(() => undefined);
    const response = await serve(bodyOf(stream, type));
    response.pause();
    const text = 'x'.repeat(100_000);
    for (let number = 0; number < 1000; number += 1) {
      stream.push(eventOf(number, text));
      await nextTurn();
    }
    stream.complete();
    const numbers: number[] = [];
    for await (const chunk of response)
      for (const [, number] of String(chunk).matchAll(/"number":(\d+)/g))
        numbers.push(Number(number));
    // The buffers of the sockets hold some.
    expect(numbers.length).toBeLessThan(300);
    expect(numbers.at(-1)).toBe(999);
  });
});

async function serve(body: PartBody): Promise<IncomingMessage> {
  const url = await openServer((_request, response) => writer.send(response, respond(body, {})));
  // The event has one argument, the response.
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  return response;
}
