import type { Facade, FacadeOptions } from '../../../src/facade.js';
import type { SimulatorOptions } from '../../../src/command/simulator/simulator.js';
import { at } from '../../rig/json.js';
import { sumOf } from '../../rig/metric.js';
import { openFacade, openSimulator } from '../../rig/open.js';
import { operationRequest } from '../../rig/operation-request.js';
import type { ResultBody } from '../../rig/rig.js';
import { until } from '../../rig/wait.js';
import { startRedis, type TestRedis } from './redis.js';

export const secret = 'a secret of the fleet that is long enough';
export const everything = 'demo-everything-credential';

interface TestFleetOptions {
  /** By default a new one. */
  readonly redis?: TestRedis;
  readonly replicas?: number;
  readonly simulator?: SimulatorOptions;
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts replicas over one simulator and one Redis, which end with the test, and waits until all of
 * them share.
 */
export async function startFleet(options: TestFleetOptions = {}) {
  const redis = options.redis ?? (await startRedis());
  const simulator = await openSimulator(options.simulator);
  const start = (): Facade =>
    startReplica(simulator.url, { REDIS_URL: redis.url, ...options.settings });
  const first = start();
  const others = Array.from({ length: (options.replicas ?? 2) - 1 }, start);
  const replicas = [first, ...others];
  for (const replica of replicas) await until('all replicas share', () => isSharing(replica));
  // Where there is no other, the second is the first one again.
  return { redis, simulator, replicas, first, second: others[0] ?? first };
}

/** One more replica, which ends with the test. */
export const startReplica = (
  partnerApiUrl: string,
  settings: Readonly<Record<string, string>>,
  options: Partial<FacadeOptions> = {},
): Facade =>
  openFacade({ partnerApiUrl, ...options, settings: { FLEET_SECRET: secret, ...settings } });

/** Whether a replica uses the shared store, by its own metric. */
export const isSharing = async (replica: Facade | string): Promise<boolean> =>
  (await sumOf(replica, 'fleet_up')) === 1;

/** Whether a replica has received a message of another one. */
export const hasHeard = async (facade: Facade): Promise<boolean> =>
  (await sumOf(facade, 'fleet_messages_total', 'direction="received"')) > 0;

interface Posting {
  readonly credential?: string;
  readonly cacheControl?: string;
}

/** Posts any body to a replica; gives what it has responded, and what it cost. */
export async function post(
  facade: Facade,
  body: object,
  { credential = everything, cacheControl }: Posting = {},
) {
  const headers = cacheControl === undefined ? {} : { 'cache-control': cacheControl };
  const members = { query: undefined, ...body };
  const response = await facade.fetch(operationRequest('', { credential, headers, members }));
  // A response of GraphQL over HTTP.
  const { data, errors = [], extensions } = (await response.json()) as ResultBody;
  return {
    data,
    errors,
    codes: errors.map((error) => error.extensions['code']),
    requests: Number(at(extensions, 'upstream.requests') ?? 0),
    cached: Number(at(extensions, 'upstream.cached') ?? 0),
    age: response.headers.get('age'),
  };
}

export type Reply = Awaited<ReturnType<typeof post>>;

export const ask = (facade: Facade, query: string, credential?: string): Promise<Reply> =>
  post(facade, { query }, credential === undefined ? {} : { credential });

/**
 * The reply of a new replica that Redis has served in time. On a busy machine 45 ms may pass
 * without a turn of the event loop, and then the replica goes on alone, as it should: the next one
 * tries.
 */
export async function askNew(
  start: () => Promise<Facade>,
  body: object,
  isServed: (reply: Reply) => boolean,
  posting: Posting = {},
): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await post(await start(), body, posting);
    if (isServed(reply) || attempt === 5) return reply;
  }
}
