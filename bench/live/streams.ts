import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from './operation.js';

/** Opens streams, which stay open; the reply comes when each has had its first event. */
export interface OpenOrder {
  readonly kind: 'open';
  readonly url: string;
  readonly query: string;
  readonly transport: Transport;
  readonly streams: number;
  /** Used in turn. */
  readonly credentials: number;
}

/** Sends a query for each credential once in each interval, as polls do. */
export interface AskOrder {
  readonly kind: 'ask';
  readonly url: string;
  readonly query: string;
  readonly credentials: number;
  readonly everyMs: number;
  readonly milliseconds: number;
}

export type StreamOrder = OpenOrder | AskOrder | { readonly kind: 'count' | 'close' };

/** Events of all streams so far. */
export interface EventCount {
  readonly events: number;
}

const accepted: Readonly<Record<Transport, string>> = {
  sse: 'text/event-stream',
  multipart: 'multipart/mixed;subscriptionSpec=1.0',
};

/** How an event begins; the data holds neither. */
const markers: Readonly<Record<Transport, string>> = {
  sse: 'event: next\n',
  multipart: '{"payload":',
};

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
let open: ClientRequest[] = [];
let events = 0;
let isClosing = false;

const perform: (order: StreamOrder) => Promise<EventCount> | EventCount = (order) => {
  if (order.kind === 'open') return openAll(order);
  if (order.kind === 'ask') return askAll(order);
  if (order.kind === 'close') closeAll();
  return { events };
};

async function openAll(order: OpenOrder): Promise<EventCount> {
  isClosing = false;
  await Promise.all(Array.from({ length: order.streams }, (_, index) => openOne(order, index)));
  return { events };
}

function openOne(order: OpenOrder, index: number): Promise<void> {
  const { transport, credentials } = order;
  return new Promise((resolve, reject) => {
    const marker = Buffer.from(markers[transport]);
    let tail = Buffer.alloc(0);
    const sent = request(order.url, {
      method: 'POST',
      agent: false,
      headers: headersOf(accepted[transport], index % credentials),
    });
    sent.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`HTTP ${response.statusCode ?? 0}`));
      response.on('data', (chunk: Buffer) => {
        const bytes = Buffer.concat([tail, chunk]);
        const count = occurrences(bytes, marker);
        events += count;
        // An event may begin in one chunk and go on in the next.
        tail = bytes.subarray(Math.max(0, bytes.length - marker.length + 1));
        if (count > 0) resolve();
      });
      response.on('close', () => {
        if (!isClosing) reject(new Error('The façade has closed a stream.'));
      });
    });
    sent.on('error', (error) => {
      if (!isClosing) reject(error);
    });
    sent.end(JSON.stringify({ query: order.query }));
    open.push(sent);
  });
}

function occurrences(bytes: Buffer, marker: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(marker); at !== -1; at = bytes.indexOf(marker, at + 1)) count += 1;
  return count;
}

async function askAll(order: AskOrder): Promise<EventCount> {
  const { credentials, everyMs, milliseconds } = order;
  const times = Math.round(milliseconds / everyMs);
  const one = async (index: number): Promise<void> => {
    // Polls of different credentials are spread over the interval too.
    const startedAt = performance.now() + (index * everyMs) / credentials;
    for (let turn = 0; turn < times; turn += 1) {
      await delay(Math.max(0, startedAt + turn * everyMs - performance.now()));
      await askOnce(order, index);
    }
  };
  await Promise.all(Array.from({ length: credentials }, (_, index) => one(index)));
  return { events: times * credentials };
}

function askOnce({ url, query }: AskOrder, index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: headersOf('application/json', index),
    });
    sent.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`HTTP ${response.statusCode ?? 0}`));
      response.resume().on('end', resolve);
    });
    sent.on('error', reject);
    const body = JSON.stringify({ query });
    sent.setHeader('Content-Length', Buffer.byteLength(body));
    sent.end(body);
  });
}

const headersOf = (accept: string, credential: number): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  Accept: accept,
  Authorization: `Bearer bench-${credential}`,
  // The façade runs as in production, where clients come over HTTPS.
  'X-Forwarded-Proto': 'https',
});

function closeAll(): void {
  isClosing = true;
  for (const each of open) each.destroy();
  open = [];
}

process.on('message', (order) => {
  // Only the bench has the other end of the channel.
  Promise.resolve(perform(order as StreamOrder)).then(
    (reply) => process.send?.(reply),
    (error: unknown) => {
      process.stderr.write(`The streams failed: ${String(error)}\n`);
      process.exit(1);
    },
  );
});
