import { Pool } from 'undici';

/** One window of load. */
export interface LoadOrder {
  /** Address of the GraphQL endpoint. */
  readonly url: string;
  /** JSON bodies, sent in turn. */
  readonly bodies: readonly string[];
  readonly connections: number;
  /** Credentials, used in turn: what one sends the façade may share, and never with another. */
  readonly credentials: number;
  /** Queries in the whole window; or, where it is to be found out, milliseconds. */
  readonly queries?: number;
  readonly milliseconds?: number;
}

export interface LoadReport {
  readonly queries: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 200. */
  readonly failed: number;
}

const headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  // The servers run as in production, where clients come over HTTPS.
  'x-forwarded-proto': 'https',
};

/** A closed loop: each connection sends the next query when its last one is answered whole. */
async function load({ url, bodies, connections, credentials, ...limit }: LoadOrder): Promise<LoadReport> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections });
  const times: number[] = [];
  let sent = 0;
  let failed = 0;
  const startedAt = performance.now();
  const goesOn = (): boolean =>
    limit.queries === undefined
      ? performance.now() - startedAt < (limit.milliseconds ?? 0)
      : sent < limit.queries;
  const client = async (): Promise<void> => {
    while (goesOn()) {
      const body = bodies[sent % bodies.length] ?? '';
      const authorization = `Bearer bench-${sent % credentials}`;
      sent += 1;
      const sentAt = performance.now();
      const answer = await pool.request({
        path: pathname,
        method: 'POST',
        headers: { ...headers, authorization },
        body,
      });
      await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      times.push(performance.now() - sentAt);
      if (answer.statusCode !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { queries: times.length, seconds, p50: at(0.5), p99: at(0.99), failed };
}

process.on('message', (order) => {
  // Only the conductor has the other end of the channel.
  load(order as LoadOrder).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      process.stderr.write(`The load could not be sent: ${String(error)}\n`);
      process.exit(1);
    },
  );
});
