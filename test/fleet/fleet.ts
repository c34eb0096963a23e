import { onTestFinished } from 'vitest';
import { createFacade, type Facade } from '../../src/facade.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';
import { until } from '../rig/wait.js';
import type { TestRedis } from './redis.js';

export const secret = 'a secret of the fleet that is long enough';
export const everything = 'demo-everything-credential';

/** Replicas over one simulator and one Redis. */
export interface TestFleet {
  readonly simulator: Simulator;
  readonly replicas: readonly Facade[];
  readonly first: Facade;
  /** The first one again where there is no other. */
  readonly second: Facade;
}

export interface TestFleetOptions {
  readonly replicas?: number;
  readonly simulator?: SimulatorOptions;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts replicas that end with the test, and waits until all of them share. */
export async function startFleet(redis: TestRedis, options: TestFleetOptions = {}): Promise<TestFleet> {
  const simulator = await startSimulator(options.simulator ?? {});
  onTestFinished(() => simulator.close());
  const start = (): Facade => startReplica(simulator.url, { REDIS_URL: redis.url, ...options.settings });
  const first = start();
  const others = Array.from({ length: (options.replicas ?? 2) - 1 }, start);
  const replicas = [first, ...others];
  await until('all replicas share', async () => {
    const states = await Promise.all(replicas.map(isSharing));
    return states.every(Boolean);
  });
  return { simulator, replicas, first, second: others[0] ?? first };
}

/** One more replica, which ends with the test. */
export function startReplica(url: string, settings: Readonly<Record<string, string>>): Facade {
  const facade = createFacade({
    partnerApiUrl: url,
    settings: { LOG_LEVEL: 'silent', FLEET_SECRET: secret, ...settings },
  });
  onTestFinished(() => facade.close());
  return facade;
}

/** Whether a replica uses the shared store, by its own metric. */
export const isSharing = async (facade: Facade): Promise<boolean> =>
  /^partner_graphql_fleet_up 1$/m.test(await (await facade.metrics()).text());

/** Whether a replica has received a message of another one. */
export const hasHeard = async (facade: Facade): Promise<boolean> =>
  /^partner_graphql_fleet_messages_total\{direction="received"\} [1-9]/m.test(
    await (await facade.metrics()).text(),
  );

/** What a replica has responded, and what it cost. */
export interface Reply {
  readonly data: unknown;
  readonly errors: readonly ReplyError[];
  readonly codes: readonly unknown[];
  readonly requests: number;
  readonly cached: number;
  readonly age: string | null;
}

interface ReplyError {
  readonly message: string;
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface Posting {
  readonly credential?: string;
  readonly cacheControl?: string;
}

/** Posts any body to a replica. */
export async function post(
  facade: Facade,
  body: unknown,
  { credential = everything, cacheControl }: Posting = {},
): Promise<Reply> {
  const response = await facade.fetch(
    new Request('http://facade.test/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${credential}`,
        ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
      },
      body: JSON.stringify(body),
    }),
  );
  // GraphQL over HTTP, with the façade's own extensions.
  const { data, errors, extensions } = (await response.json()) as {
    data?: unknown;
    errors?: readonly ReplyError[];
    extensions?: { upstream?: { requests: number; cached: number } };
  };
  return {
    data,
    errors: errors ?? [],
    codes: (errors ?? []).map((error) => error.extensions['code']),
    requests: extensions?.upstream?.requests ?? 0,
    cached: extensions?.upstream?.cached ?? 0,
    age: response.headers.get('age'),
  };
}

export const ask = (facade: Facade, query: string, credential?: string): Promise<Reply> =>
  post(facade, { query }, credential === undefined ? {} : { credential });

/**
 * The reply of a new replica that Redis has served in time. On a busy machine 45 ms may pass without a turn of the event
 * loop, and then the replica goes on alone, as it should: the next one tries.
 */
export async function askNew(
  start: () => Promise<Facade>,
  body: unknown,
  isServed: (reply: Reply) => boolean,
  posting: Posting = {},
): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await post(await start(), body, posting);
    if (isServed(reply) || attempt === 5) return reply;
  }
}
