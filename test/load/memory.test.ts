import { describe, expect, it, onTestFinished } from 'vitest';
import { createFacade } from '../../src/facade.js';
import { createWorldFacade, post } from '../fuzz/world.js';
import { createMemoryUpstream, responseWith } from '../rig/memory-upstream.js';
import { operationRequest } from '../rig/operation-request.js';
import { usedHeap } from './heap.js';

const fields = `id name status orientation itemCount totalDurationSeconds createdAt updatedAt
  availability { mode timezone isOnNow weekly { day start end } special { startDate endDate start end } }
  viewport { width height }
  playbackConfiguration { resolvedAt revision items { slotId type durationSeconds media { id name url }
    layout { panels { panelId items { slotId media { name } } } } } }`;

const megabyte = 1024 * 1024;

it('F5: plans of operations are bounded too: many different ones, each used again, leave less than 60 MB', async () => {
  const facade = createWorldFacade();
  onTestFinished(() => facade.close());
  const ask = async (number: number): Promise<void> => {
    const query = `query Q${number} { a${number}: screens(first: 2) { nodes { ${fields} } } organization { screens(first: 1) { nodes { ${fields} } } } }`;
    for (let use = 0; use < 4; use += 1) expect((await post(facade, { query })).status).toBe(200);
  };
  await ask(0);
  const before = await usedHeap();
  for (let number = 1; number <= 200; number += 1) await ask(number);
  expect((await usedHeap()) - before).toBeLessThan(60 * megabyte);
});

interface Subscription {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Opens a stream with a credential of its own; resolves when its first event is there. */
function setUp() {
  const facade = createFacade({
    partnerApiUrl: 'http://127.0.0.1:1',
    transport: createMemoryUpstream(() => responseWith('{}', { status: 503 })).transport,
    settings: { LOG_LEVEL: 'silent' },
  });
  onTestFinished(() => facade.close());
  return async (
    number: number,
    { query, variables }: Subscription,
  ): Promise<ReadableStreamDefaultReader<Uint8Array>> => {
    const response = await facade.fetch(
      operationRequest(query, {
        credential: `invented-${number}`,
        variables,
        headers: { accept: 'text/event-stream' },
      }),
    );
    expect(response.status).toBe(200);
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    for (let text = ''; !text.includes('event: next');) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream has ended: ${text.slice(0, 300)}`);
      text += Buffer.from(value).toString();
    }
    return reader;
  };
}

const organization = 'subscription { live(everySeconds: 3600) { organization { name } } }';

const cases: readonly (readonly [
  what: string,
  streams: number,
  make: (number: number) => Subscription,
])[] = [
  [
    'variables that it does not declare',
    125,
    (number) => ({
      query: organization,
      variables: { number, list: Array.from({ length: 40_000 }, () => ({})) },
    }),
  ],
  [
    'a text in a variable',
    125,
    (number) => ({
      query:
        'subscription ($name: String) { live(everySeconds: 3600) { screens(first: 1, filter: { nameContains: $name }) { nodes { id } } } }',
      variables: { name: `${number} ${'x'.repeat(120_000)}` },
    }),
  ],
  [
    'an event with 1,000 errors',
    20,
    (number) => ({
      query:
        'subscription ($ids: [ID!]!) { live(everySeconds: 3600) { nodes(nodeIds: $ids) { nodeId } } }',
      variables: { ids: Array.from({ length: 1000 }, (_, index) => `${number}-${index}`) },
    }),
  ],
  [
    'a long comment',
    125,
    (number) => ({ query: `# ${number} ${'x'.repeat(120_000)}\n${organization}` }),
  ],
];

describe('streams of invented credentials, in an outage,', () => {
  it.each(cases)(
    'leave less than 50 MB of heap, each with %s: %i',
    async (_what, streams, make) => {
      const open = setUp();
      await open(0, make(0));
      const before = await usedHeap();
      const readers = [];
      for (let number = 1; number <= streams; number += 1)
        readers.push(await open(number, make(number)));
      const grown = (await usedHeap()) - before;
      expect(grown).toBeLessThan(50 * megabyte);
      for (const each of readers) await each.cancel();
    },
  );
});
