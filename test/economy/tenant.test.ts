import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIds } from '../../src/simulator/data/id.js';
import type { SimulatorFault } from '../../src/simulator/simulator.js';
import { type TestSystem, startSystem } from '../system/test-system.js';
import { readAll, readRecord } from '../system/rest.js';
import { ask, nodeIdOf, places, screenAt } from './ask.js';

/** Two organizations of the simulator. Each has a screen with the id `shared`. */
const credentials = ['demo-everything-credential', 'demo-second-organization-credential'] as const;
const shared = screenAt(2);
const mediaOf = [0, 1].map((organization) => createIds('med', organization));

const operations: readonly string[] = [
  '{ organization { name } }',
  'query ($shared: ID!) { screen(id: $shared) { name playbackConfiguration { screen { name } items { media { name } } } } }',
  '{ screens(first: 6) { nodes { name playbackConfiguration { screen { name screen { name } } } } } }',
  '{ playlists(first: 3) { nodes { name items(first: 8) { nodes { media { name } } } } } }',
  '{ media(first: 24) { nodes { name } } organization { name } }',
  'query ($media: [ID!]!) { nodes(nodeIds: $media) { nodeId ... on Media { name } } }',
];

/** Every name that a credential can read from the upstream. */
async function namesOf({ simulator }: TestSystem, credential: string): Promise<Set<string>> {
  const lists = await Promise.all(
    ['/screens', '/playlists', '/media'].map((path) => readAll(simulator, path, credential)),
  );
  const organization = await readRecord(simulator, '/organization', credential);
  return new Set([organization, ...lists.flat()].map((record) => String(record['name'])));
}

/** The names at any depth of a result. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
    key === 'name' && typeof each === 'string' ? [each] : namesIn(each),
  );
}

const faults: readonly SimulatorFault[] = [
  { status: 503, rate: 0.05 },
  { status: 500, rate: 0.05 },
  { status: 404, rate: 0.03 },
  { latencyMs: 12, rate: 0.3 },
];

const step = fc.record({
  tenant: fc.constantFrom(0 as const, 1 as const),
  operation: fc.nat(operations.length - 1),
  /** Turns of the event loop until the client leaves; most do not leave. */
  leavesAfter: fc.option(fc.integer({ min: 0, max: 12 }), { freq: 4 }),
});

describe('a credential is served only what it may read', () => {
  it('one id names two screens, one for each credential', async () => {
    const system = await startSystem();
    const query = 'query ($shared: ID!) { screen(id: $shared) { name } }';
    const responses = await Promise.all(
      credentials.map((credential) => ask(system, query, { credential, variables: { shared } })),
    );
    const names = responses.map(({ data }) => data['screen']?.['name']);
    expect(new Set(names).size).toBe(2);
    const records = await Promise.all(
      credentials.map((credential) => readRecord(system.simulator, `/screens/${shared}`, credential)),
    );
    expect(names).toEqual(records.map((record) => record['name']));
  });

  it('G3, G6: random operations with aborts and faults never return a name of the other organization', async () => {
    const system = await startSystem({ size: { screens: 40, playlists: 6, media: 60, playlistItems: 20 } });
    const [first = new Set<string>(), second = new Set<string>()] = await Promise.all(
      credentials.map((credential) => namesOf(system, credential)),
    );
    const own = [first, second] as const;
    expect([...first].filter((name) => second.has(name))).toEqual([]);
    system.simulator.setFaults(faults);
    let seen = 0;
    const run = async ({ tenant, operation, leavesAfter }: Step): Promise<void> => {
      const leaving = new AbortController();
      if (leavesAfter !== null) void afterTurns(leavesAfter).then(() => leaving.abort());
      const media = places(10).map((index) => nodeIdOf('Media', mediaOf[tenant]?.idAt(index) ?? ''));
      const options = {
        credential: credentials[tenant],
        variables: { shared, media },
        signal: leaving.signal,
      };
      const response = await ask(system, operations[operation] ?? '', options).catch(() => undefined);
      const names = namesIn(response?.data);
      seen += names.length;
      expect(names.filter((name) => !own[tenant].has(name))).toEqual([]);
      for (const other of credentials) expect(response?.text ?? '').not.toContain(other);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        await Promise.all(steps.map(run));
      }),
      { numRuns: 40, seed: 20_261_120 },
    );
    expect(seen).toBeGreaterThan(1000);
  });
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
