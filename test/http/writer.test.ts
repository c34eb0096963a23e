import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { slicesBody, bytesBody, type Body, streamBody, textBody } from '../../src/http/body.js';
import { respond, Writer } from '../../src/http/writer.js';
import { Backlog, type BacklogOwner } from '../../src/operation/backlog.js';
import { openSocket } from '../rig/raw-client.js';
import { openServer } from '../rig/port.js';
import { until } from '../rig/wait.js';

/** More than the buffers of two sockets hold. */
const largeBytes = 24 * 1024 * 1024;

const stallMs = 300;

interface Watched {
  readonly cuts: string[];
  readonly failures: unknown[];
  readonly writer: Writer;
}

function openWriter(maxUnreadBytes = Infinity, stallTimeoutMs = stallMs): Watched {
  const cuts: string[] = [];
  const failures: unknown[] = [];
  const writer = new Writer({
    settings: { STALL_TIMEOUT_MS: stallTimeoutMs },
    backlog: new Backlog(maxUnreadBytes),
    observer: {
      failed: (error) => failures.push(error),
      responseCut: (reason) => cuts.push(reason),
    },
  });
  return { cuts, failures, writer };
}

/** A body that says how often it was closed, and how many pieces were taken. */
function watch(body: Body) {
  const close = vi.fn(() => body.close());
  const next = vi.fn(() => body.next());
  return {
    body: { contentLength: body.contentLength, bytes: body.bytes, next, close },
    closed: () => close.mock.calls.length,
    taken: () => next.mock.calls.length,
  };
}

function* endless(): Generator<string, void, void> {
  for (;;) yield 'x'.repeat(64 * 1024);
}

const kinds: Readonly<Record<string, () => Body>> = {
  bytes: () => bytesBody(new Uint8Array(largeBytes)),
  'a text': () => textBody('ü'.repeat(largeBytes / 2)),
  'a text behind shared bytes': () =>
    textBody('x'.repeat(largeBytes / 2), Buffer.alloc(largeBytes / 2, 'y')),
  'slices that are printed': () => slicesBody(endless(), largeBytes),
};

/** Sends one body for each request. */
const serve = (
  { writer }: Watched,
  bodies: readonly Body[],
  owner?: BacklogOwner,
): Promise<string> => {
  const left = [...bodies];
  return openServer((_request, response) => {
    const body = left.shift();
    if (body !== undefined)
      writer.send(
        response,
        respond(body, {}, () => owner),
      );
  });
};

const get = 'GET / HTTP/1.1\r\nHost: a.test\r\n\r\n';

/** Asks, and reads nothing. */
function openUnread(url: string, requests = 1): Socket {
  const socket = openSocket(url).pause();
  socket.write(get.repeat(requests));
  return socket;
}

/** Reads to the end of a response with a Content-Length, with a pause after each chunk. */
async function readSlowly(url: string, pauseMs: number): Promise<Buffer> {
  const socket = openSocket(url);
  socket.write(get);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let wanted = Infinity;
  // A chunk of a socket is a Buffer, as it has no encoding.
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (bytes === 0) {
      const start = chunk.indexOf('\r\n\r\n') + 4;
      wanted =
        start + Number(/content-length: (\d+)/i.exec(chunk.toString('latin1', 0, start))?.[1]);
    }
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes === wanted) {
      const all = Buffer.concat(chunks);
      return all.subarray(all.indexOf('\r\n\r\n') + 4);
    }
    await delay(pauseMs);
  }
  throw new Error(`The response broke off after ${bytes} of ${wanted} bytes.`);
}

describe.each(Object.entries(kinds))('%s', (_kind, make) => {
  it('that nobody reads ends, and what is behind it', async () => {
    const opened = openWriter();
    const { body, closed } = watch(make());
    const socket = openUnread(await serve(opened, [body]));
    await until('the connection is closed', () => closed() === 1);
    expect(opened.cuts).toEqual(['stalled']);
    socket.resume();
    await once(socket, 'close');
    expect(closed()).toBe(1);
    expect(opened.failures).toEqual([]);
  });

  it('whose client leaves ends what is behind it, at once', async () => {
    const opened = openWriter(Infinity, 60_000);
    const { body, closed, taken } = watch(make());
    const socket = openUnread(await serve(opened, [body]));
    await until('the response has begun', () => taken() > 0);
    socket.destroy();
    await until('what is behind it has ended', () => closed() === 1);
    expect(opened.cuts).toEqual([]);
  });

  it('is not begun for a client that has left before', async () => {
    const opened = openWriter();
    const { body, closed, taken } = watch(make());
    const arrived: ServerResponse[] = [];
    const url = await openServer((_request, response: ServerResponse) => {
      arrived.push(response);
      response.once('close', () => opened.writer.send(response, respond(body, {})));
    });
    const socket = openUnread(url);
    await until('the request has arrived', () => arrived.length === 1);
    socket.destroy();
    await until('what is behind it has ended', () => closed() === 1);
    expect(taken()).toBe(0);
  });

  it('that nobody reads as a web stream ends too', async () => {
    const opened = openWriter();
    const { body, closed } = watch(make());
    const response = opened.writer.toWeb(respond(body, {}));
    await until('what is behind it has ended', () => closed() === 1);
    expect(opened.cuts).toEqual(['stalled']);
    await expect(response.text()).rejects.toThrow('has not read the response in time');
  });

  it('whose reader of the web stream leaves ends what is behind it', async () => {
    const opened = openWriter();
    const { body, closed } = watch(make());
    const reader = opened.writer.toWeb(respond(body, {})).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(closed()).toBe(1);
    expect(opened.cuts).toEqual([]);
  });
});

it('a client that is slow but steady gets every byte, long after the time for one piece', async () => {
  // The buffers of the two sockets take and give megabytes at once.
  const opened = openWriter(Infinity, 4 * stallMs);
  const text = Array.from({ length: 400_000 }, (_, index) => `${index} ü 𝄞 ${'x'.repeat(80)}`).join(
    '',
  );
  const started = performance.now();
  const received = await readSlowly(await serve(opened, [textBody(text)]), 4);
  expect(performance.now() - started).toBeGreaterThan(4 * stallMs);
  expect(received.equals(Buffer.from(text))).toBe(true);
  expect(opened.cuts).toEqual([]);
});

it('a client that takes a byte now and then loses its response', async () => {
  const opened = openWriter();
  const { body, closed } = watch(bytesBody(new Uint8Array(largeBytes)));
  const socket = openUnread(await serve(opened, [body]));
  while (closed() === 0) {
    socket.read(1);
    await delay(5);
  }
  expect(opened.cuts).toEqual(['stalled']);
});

it('a web reader that is slow but steady gets everything', async () => {
  const opened = openWriter();
  const text = 'ü'.repeat(400_000);
  const response = opened.writer.toWeb(respond(textBody(text), {}));
  const decoder = new TextDecoder();
  let received = '';
  const started = performance.now();
  for await (const chunk of response.body ?? []) {
    received += decoder.decode(chunk, { stream: true });
    await delay(stallMs / 4);
  }
  expect(performance.now() - started).toBeGreaterThan(stallMs);
  expect(received).toBe(text);
  expect(opened.cuts).toEqual([]);
});

describe('on one connection', () => {
  it('a response behind one that nobody reads ends with it', async () => {
    const opened = openWriter();
    const bodies = Array.from({ length: 3 }, () => watch(bytesBody(new Uint8Array(largeBytes))));
    const url = await serve(
      opened,
      bodies.map(({ body }) => body),
    );
    openUnread(url, 3);
    await until('all have ended', () => bodies.every(({ closed }) => closed() === 1));
    expect(opened.cuts[0]).toBe('stalled');
  });

  it('a response that waits for a slow one before it is not stalled', async () => {
    const opened = openWriter(Infinity, 4 * stallMs);
    const url = await serve(opened, [
      textBody('a'.repeat(25_000_000)),
      textBody('b'.repeat(25_000_000)),
    ]);
    const socket = openSocket(url);
    socket.write(get.repeat(2));
    let bytes = 0;
    const started = performance.now();
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > 50_000_000) break;
      await delay(2);
    }
    expect(performance.now() - started).toBeGreaterThan(4 * stallMs);
    expect(opened.cuts).toEqual([]);
  });
});

it('what breaks off behind another response ends at once', async () => {
  const opened = openWriter();
  const { body, closed } = watch({
    bytes: 0,
    next: () => Promise.reject(new Error('Broken.')),
    close: () => undefined,
  });
  let arrived = 0;
  const url = await openServer((_request, response: ServerResponse) => {
    arrived += 1;
    if (arrived === 2) opened.writer.send(response, respond(body, {}));
  });
  openUnread(url, 2);
  await until('what is behind it has ended', () => closed() === 1);
  expect(opened.failures).toEqual([new Error('Broken.')]);
});

it('a response that a package has made counts its bytes', async () => {
  const text = 'x'.repeat(1_000_000);
  const body = streamBody(new Response(text).body ?? new ReadableStream());
  await body.next();
  expect(body.bytes).toBe(text.length);
  body.close();
});

describe('memory', () => {
  const owner = (tenantKey: string): BacklogOwner => ({ tenantKey, isAccepted: true });

  it('what waits beyond the bound ends, with its connection', async () => {
    const opened = openWriter(3.5 * largeBytes, 60_000);
    const bodies = Array.from({ length: 6 }, () => watch(slicesBody(endless(), largeBytes)));
    const url = await serve(
      opened,
      bodies.map(({ body }) => body),
      owner('berlin'),
    );
    for (const { taken } of bodies) {
      openUnread(url);
      await until('it has begun', () => taken() > 0);
    }
    await until(
      'three have ended',
      () => bodies.filter(({ closed }) => closed() === 1).length === 3,
    );
    expect(opened.cuts).toEqual(['memory', 'memory', 'memory']);
  });

  it('a response without an accepted credential has its place in a quarter', async () => {
    const opened = openWriter(10 * largeBytes, 60_000);
    const bodies = Array.from({ length: 4 }, () => watch(slicesBody(endless(), largeBytes)));
    const url = await serve(
      opened,
      bodies.map(({ body }) => body),
    );
    for (const { taken } of bodies) {
      openUnread(url);
      await until('it has begun', () => taken() > 0);
    }
    await until('two have ended', () => bodies.filter(({ closed }) => closed() === 1).length === 2);
  });
});

it('a body that breaks off breaks the response off, and is reported with its id', async () => {
  const opened = openWriter();
  const broken: Body = {
    bytes: 0,
    next: () => Promise.reject(new Error('Broken.')),
    close: () => undefined,
  };
  const url = await serve(opened, [broken]);
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  expect(opened.failures).toEqual([new Error('Broken.')]);
});

it('pieces never divide a character', () => {
  for (const length of [65_535, 65_536, 65_537]) {
    const text = `${'x'.repeat(length)}𝄞${'𝄞'.repeat(70_000)}`;
    const body = textBody(text);
    const pieces: Buffer[] = [];
    for (let piece = body.next(); typeof piece === 'string'; piece = body.next())
      pieces.push(Buffer.from(piece));
    expect(pieces.length).toBeGreaterThan(2);
    expect(Buffer.concat(pieces).toString()).toBe(text);
    expect(Buffer.concat(pieces).byteLength).toBe(body.contentLength);
  }
});
