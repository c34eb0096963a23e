import type { Simulator, SimulatorOptions } from '../../src/simulator/simulator.js';
import { type Command, startCommand } from '../rig/command.js';
import { sumOf } from '../rig/metric.js';
import { nginxIsMissing } from '../rig/nginx.js';
import { openSimulator } from '../rig/open.js';
import { operationRequest } from '../rig/operation-request.js';
import type { ResultBody } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { startBalancer } from './balancer.js';
import { everything, secret } from './fleet.js';
import { redisIsMissing, type TestRedis } from './redis.js';

/** Why the proof is skipped; undefined where all that it needs is installed. */
export const proofIsImpossible = redisIsMissing ?? nginxIsMissing;

/** Three processes behind nginx, over one simulator. */
export interface Proof {
  readonly simulator: Simulator;
  readonly replicas: readonly Command[];
  /** The address of nginx. */
  readonly url: string;
}

export interface ProofOptions {
  readonly replicas?: number;
  /** Without one, each replica goes on alone. */
  readonly redis?: TestRedis;
  readonly simulator?: SimulatorOptions;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startProof({ replicas: count = 3, redis, ...options }: ProofOptions): Promise<Proof> {
  const simulator = await openSimulator(options.simulator);
  const settings = {
    LOG_LEVEL: 'info',
    PARTNER_API_URL: simulator.url,
    LIVE_MIN_SECONDS: '1',
    ...(redis && { REDIS_URL: redis.url, FLEET_SECRET: secret }),
    ...options.settings,
  };
  const replicas = await Promise.all(Array.from({ length: count }, () => startCommand(settings)));
  if (redis !== undefined) for (const { url } of replicas) await until('it shares', () => shares(url));
  return { simulator, replicas, url: await startBalancer(replicas.map(({ url }) => url)) };
}

const shares = async (url: string): Promise<boolean> => (await sumOf(url, 'fleet_up')) === 1;

/** Sends an operation to a replica, or to all behind nginx. */
export async function ask(url: string, query: string): Promise<ResultBody> {
  const response = await fetch(operationRequest(query, { credential: everything, url }));
  // A response of GraphQL over HTTP.
  return (await response.json()) as ResultBody;
}

export const codesOf = ({ errors = [] }: ResultBody): unknown[] =>
  errors.map(({ extensions }) => extensions['code']);
