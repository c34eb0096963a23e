import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { SimulatorOptions } from '../../../src/command/simulator/simulator.js';
import type { Json } from '../../rig/json.js';
import { type OperationOptions, operationRequest } from '../../rig/operation-request.js';
import { openUpstream } from '../../rig/open.js';
import { status } from '../../rig/response.js';
import type { Upstream } from '../../rig/upstream.js';
import { everything, type TestSystem, startSystem } from '../../system/test-system.js';

export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string };

export interface OperationResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string };
  }[];
}

/** A system with a readable log, and operations as text. */
export async function startWatchedSystem(
  simulatorOptions: SimulatorOptions = {},
  settings: Readonly<Record<string, string>> = {},
  partnerApiUrl?: string,
) {
  const written: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString());
      done();
    },
  });
  const logger = pino({ level: settings['LOG_LEVEL'] ?? 'trace', base: null }, destination);
  const system = await startSystem(simulatorOptions, {
    logger,
    settings,
    ...(partnerApiUrl !== undefined && { partnerApiUrl }),
  });
  const get = (path: string) => system.facade.fetch(new Request(`http://facade.test${path}`));
  return {
    ...system,
    get lines() {
      return readLines(written);
    },
    logText: () => written.join(''),
    logged: (message: string) => readLines(written).filter(({ msg }) => msg === message),
    get,
    ask: (query: string, options: OperationOptions = {}) => ask(system, query, options),
    metrics: async () => (await (await get('/metrics')).text()).split('\n'),
  };
}

export type WatchedSystem = Awaited<ReturnType<typeof startWatchedSystem>>;

/** A Partner API with one response for every request. */
export async function startSame(code: number, json: Json = {}): Promise<Upstream> {
  const upstream = await openUpstream();
  upstream.on({}, status(code, { json }));
  return upstream;
}

async function ask(
  system: TestSystem,
  query: string,
  options: OperationOptions,
): Promise<OperationResponse> {
  const response = await system.facade.fetch(
    operationRequest(query, { credential: everything, ...options }),
  );
  // A GraphQL response; the tests assert its members.
  const body = (await response.json()) as Omit<OperationResponse, 'status' | 'headers'>;
  return { ...body, status: response.status, headers: response.headers };
}

/** pino writes one object per line; each line of the façade has `msg`. */
const readLines = (written: readonly string[]): LogLine[] =>
  written
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogLine);

/** Polls until the assertion holds; the time is enough for a busy machine. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });
