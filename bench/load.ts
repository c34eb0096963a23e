import type { Readable } from 'node:stream';
import { Pool } from 'undici';

/** One window of load. */
export interface LoadOrder {
  /** Address of the GraphQL endpoint. */
  readonly url: string;
  /** JSON bodies, sent in turn. */
  readonly bodies: readonly string[];
  readonly connections: number;
  /** Credentials, used in turn: the façade shares the requests of one, never those of two. */
  readonly credentials: number;
  /** Another `Accept` than that of JSON. */
  readonly accept?: string;
  /** The length of the window: in queries, or else in milliseconds. */
  readonly queries?: number;
  readonly milliseconds?: number;
}

export interface LoadReport {
  readonly queries: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Responses other than 200. */
  readonly failed: number;
  /** Of the last response's body. */
  readonly bytes: number;
}

const headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  // The servers run as in production, where clients come over HTTPS.
  'x-forwarded-proto': 'https',
};

/**
 * A closed loop: each connection sends the next query when the response to its last one is
 * complete.
 */
async function load(order: LoadOrder): Promise<LoadReport> {
  const { url, bodies, connections, credentials, accept = headers.accept, ...limit } = order;
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections });
  const times: number[] = [];
  let sent = 0;
  let failed = 0;
  let bytes = 0;
  const startedAt = performance.now();
  const isOpen = (): boolean =>
    limit.queries === undefined
      ? performance.now() - startedAt < (limit.milliseconds ?? 0)
      : sent < limit.queries;
  const client = async (): Promise<void> => {
    while (isOpen()) {
      const body = bodies[sent % bodies.length] ?? '';
      const authorization = `Bearer bench-${sent % credentials}`;
      sent += 1;
      const sentAt = performance.now();
      const response = await pool.request({
        path: pathname,
        method: 'POST',
        headers: { ...headers, accept, authorization },
        body,
      });
      bytes = await drain(response.body);
      times.push(performance.now() - sentAt);
      if (response.statusCode !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { queries: times.length, seconds, p50: at(0.5), p99: at(0.99), failed, bytes };
}

/** Discards a body, and counts its bytes. */
function drain(body: Readable): Promise<number> {
  let bytes = 0;
  body.on('data', (chunk: Buffer) => (bytes += chunk.length));
  return new Promise((resolve, reject) => {
    body.once('end', () => resolve(bytes)).once('error', reject);
  });
}

process.on('message', (order) => {
  // The texts are questions to the probe.
  if (typeof order !== 'object') return;
  // Only the bench has the other end of the channel.
  load(order as LoadOrder).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      process.stderr.write(`The load generator failed: ${String(error)}\n`);
      process.exit(1);
    },
  );
});
