import { createFacade } from '../../src/facade.js';
import { type Simulator, startSimulator } from '../../src/command/simulator/simulator.js';
import { requestOf } from '../../test/system/test-system.js';
import type { BenchOperation, Facts } from './operation.js';
import { createReference, type Reference } from './reference.js';

/** REST requests that the upstream received for one operation. */
export interface Measured {
  readonly title: string;
  readonly without: number;
  readonly perKey: number;
  /** The first run of a credential, and the second. */
  readonly cold: number;
  readonly warm: number;
  readonly minimum: number;
  readonly because: string;
  /** The data of the reference resolvers and of the façade, for comparison. */
  readonly expected: unknown;
  readonly results: readonly unknown[];
}

/** Milliseconds: long enough for clients that start together to overlap. */
const latencyMs = 3;

/** Runs an operation in every way against a simulator of its own. */
export async function measure(operation: BenchOperation): Promise<Measured> {
  const { title, because, library = 1000 } = operation;
  const simulator = await startSimulator({ latencyMs, size: { media: library } });
  try {
    const expected: unknown[] = [];
    const without = await countReference(simulator, operation, false, expected);
    const perKey = await countReference(simulator, operation, true, expected);
    const facts = factsOf(simulator, library);
    const { costs, results } = await countFacade(simulator, operation);
    const [cold = 0, warm = 0] = costs;
    return {
      title,
      because,
      without,
      perKey,
      cold,
      warm,
      minimum: operation.minimum(facts),
      expected: expected[0],
      results,
    };
  } finally {
    await simulator.close();
  }
}

async function together<T>({ clients = 1 }: BenchOperation, work: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: clients }, work));
}

async function countReference(
  simulator: Simulator,
  operation: BenchOperation,
  hasLoader: boolean,
  expected: unknown[],
): Promise<number> {
  const reference: Reference = createReference(simulator.url, hasLoader);
  simulator.clearRequests();
  const own = await together(operation, () => reference(operation.query, operation.variables));
  expected.push(...own.map(({ data }) => data));
  return simulator.requests.length;
}

/**
 * The facts behind an operation, from a run of single reads: one for each media, with 404 for
 * missing ones.
 */
function factsOf({ requests }: Simulator, library: number): Facts {
  const reads = requests.filter(({ operation }) => operation === 'partnerV1_mediaItem');
  return {
    media: new Set(reads.map(({ path }) => path)).size,
    gone: new Set(reads.filter(({ status }) => status === 404).map(({ path }) => path)).size,
    pages: Math.ceil(library / 100),
  };
}

async function countFacade(simulator: Simulator, operation: BenchOperation) {
  const facade = createFacade({ partnerApiUrl: simulator.url, settings: { LOG_LEVEL: 'silent' } });
  const { query, variables = {} } = operation;
  const send = async (): Promise<unknown> => {
    const response = await facade.fetch(requestOf(query, { variables }));
    return ((await response.json()) as { readonly data: unknown }).data;
  };
  try {
    const costs: number[] = [];
    const results: unknown[] = [];
    for (let run = 1; run <= 2; run += 1) {
      simulator.clearRequests();
      results.push(...(await together(operation, send)));
      costs.push(simulator.requests.length);
    }
    return { costs, results };
  } finally {
    await facade.close();
  }
}
