import { onTestFinished } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';
import { type Command, startCommand } from '../rig/command.js';
import { nginxIsMissing } from '../rig/nginx.js';
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
  const simulator = await startSimulator(options.simulator ?? {});
  onTestFinished(() => simulator.close());
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

export const shares = async (url: string): Promise<boolean> =>
  (await metric(url, 'partner_graphql_fleet_up')) === 1;

/** The sum of a metric's series at one replica. */
export async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const series = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'));
  return [...series].reduce((sum, [, value]) => sum + Number(value), 0);
}

export interface ProofResult {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
}

export async function post(
  url: string,
  body: Readonly<Record<string, unknown>>,
  credential = everything,
  headers: Readonly<Record<string, string>> = {},
): Promise<ProofResult> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}`, ...headers },
    body: JSON.stringify(body),
  });
  // GraphQL over HTTP, with the façade's own extensions.
  return (await response.json()) as ProofResult;
}

export const codesOf = ({ errors = [] }: ProofResult): unknown[] =>
  errors.map(({ extensions }) => extensions['code']);
