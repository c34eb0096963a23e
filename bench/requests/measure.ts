import { createFacade } from '../../src/facade.js';
import { type Simulator, startSimulator } from '../../src/simulator/simulator.js';
import { requestOf } from '../../test/economy/ask.js';
import type { BenchOperation, Facts } from './operation.js';
import { createReference, type Reference } from './reference.js';

/** REST requests that the upstream has seen for one operation. */
export interface Measured {
  readonly title: string;
  readonly without: number;
  readonly perKey: number;
  /** With nothing known of the credential, and when the operation comes again. */
  readonly cold: number;
  readonly warm: number;
  readonly least: number;
  readonly because: string;
  /** Answers of a reference resolver and of the façade, for comparison. */
  readonly expected: unknown;
  readonly answered: readonly unknown[];
}

/** Milliseconds: long enough for clients that begin together to meet. */
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
    const { costs, answers } = await countFacade(simulator, operation);
    const [cold = 0, warm = 0] = costs;
    return {
      title,
      because,
      without,
      perKey,
      cold,
      warm,
      least: operation.least(facts),
      expected: expected[0],
      answered: answers,
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
  answers: unknown[],
): Promise<number> {
  const reference: Reference = createReference(simulator.url, hasLoader);
  simulator.clearRequests();
  const results = await together(operation, () => reference(operation.query, operation.variables));
  answers.push(...results.map(({ data }) => data));
  return simulator.requests.length;
}

/** What the last run of single reads has met: of each media one read for each client, gone ones with 404. */
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
  const ask = async (): Promise<unknown> => {
    const response = await facade.fetch(requestOf(query, { variables }));
    return ((await response.json()) as { readonly data: unknown }).data;
  };
  try {
    const costs: number[] = [];
    const answers: unknown[] = [];
    for (let run = 1; run <= 2; run += 1) {
      simulator.clearRequests();
      answers.push(...(await together(operation, ask)));
      costs.push(simulator.requests.length);
    }
    return { costs, answers };
  } finally {
    await facade.close();
  }
}
