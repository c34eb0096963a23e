import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { SimulatorOptions } from '../../src/simulator/simulator.js';
import { everything, type TestSystem, startSystem } from '../system/test-system.js';

/** A house whose log is read, and which is asked in plain text. */
export interface WatchedHouse extends TestSystem {
  /** Every line so far, oldest first. */
  readonly lines: readonly LogLine[];
  /** The whole log as it was written. */
  readonly logText: () => string;
  /** Lines with this message. */
  readonly told: (message: string) => readonly LogLine[];
  readonly ask: (query: string, options?: AskOptions) => Promise<Told>;
  readonly get: (path: string) => Promise<Response>;
  /** What `/metrics` says, line by line. */
  readonly metrics: () => Promise<readonly string[]>;
}

export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string };

export interface AskOptions {
  readonly credential?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

export async function startWatchedHouse(
  simulatorOptions: SimulatorOptions = {},
  settings: Readonly<Record<string, string>> = {},
  partnerApiUrl?: string,
): Promise<WatchedHouse> {
  const written: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString());
      done();
    },
  });
  const logger = pino({ level: settings['LOG_LEVEL'] ?? 'trace', base: null }, destination);
  const house = await startSystem(simulatorOptions, {
    logger,
    settings,
    ...(partnerApiUrl !== undefined && { partnerApiUrl }),
  });
  const get = (path: string) => house.facade.fetch(new Request(`http://facade.test${path}`));
  const told = (message: string) => readLines(written).filter(({ msg }) => msg === message);
  return {
    ...house,
    get lines() {
      return readLines(written);
    },
    logText: () => written.join(''),
    told,
    get,
    ask: (query, options = {}) => ask(house, query, options),
    metrics: async () => (await (await get('/metrics')).text()).split('\n'),
  };
}

async function ask(house: TestSystem, query: string, options: AskOptions): Promise<Told> {
  const credential = 'credential' in options ? options.credential : everything;
  const response = await house.facade.fetch(
    new Request('http://facade.test/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
        ...options.headers,
      },
      body: JSON.stringify({ query, variables: options.variables }),
      ...(options.signal && { signal: options.signal }),
    }),
  );
  // A GraphQL answer: the tests assert its members.
  const body = (await response.json()) as Omit<Told, 'status' | 'headers'>;
  return { ...body, status: response.status, headers: response.headers };
}

/** pino writes an object a line; `msg` stands in every line of ours. */
const readLines = (written: readonly string[]): LogLine[] =>
  written
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogLine);

/** Looks again until it is so, for as long as a busy machine may need. */
export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });
