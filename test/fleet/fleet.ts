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
  const replicas = Array.from({ length: options.replicas ?? 2 }, () =>
    startReplica(simulator.url, { REDIS_URL: redis.url, ...options.settings }),
  );
  await until('all replicas share', async () => {
    const states = await Promise.all(replicas.map(isSharing));
    return states.every(Boolean);
  });
  return { simulator, replicas };
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

export interface FleetAnswer {
  readonly data: unknown;
  readonly codes: readonly unknown[];
  readonly errors: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
  readonly requests: number;
}

export async function ask(facade: Facade, query: string, credential = everything): Promise<FleetAnswer> {
  const response = await facade.fetch(
    new Request('http://facade.test/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}` },
      body: JSON.stringify({ query }),
    }),
  );
  // GraphQL over HTTP, with the façade's own extensions.
  const result = (await response.json()) as {
    data?: unknown;
    errors?: FleetAnswer['errors'];
    extensions?: { upstream?: { requests: number } };
  };
  const { data, errors = [], extensions } = result;
  const codes = errors.map((error) => error.extensions['code']);
  return { data, codes, errors, requests: extensions?.upstream?.requests ?? 0 };
}
