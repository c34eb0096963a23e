import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { type Case, type CaseName, cases } from '../../bench/case.js';
import { createData } from '../../bench/data.js';
import { upstreamModes } from '../../bench/mode.js';
import { data, startBenched } from './benched.js';
import { liveOperations, subscriptionOf } from '../../bench/live/operation.js';
import { readerOf } from '../rig/event-stream.js';
import { operationRequest } from '../rig/operation-request.js';

const textOf = (name: CaseName): string =>
  readFileSync(new URL(`../../bench/queries/facade/${name}.graphql`, import.meta.url), 'utf8');

/**
 * The errors of an operation, the REST requests that the façade says it has sent, and their waves.
 */
async function run(facade: Facade, { name, variables }: Case, turn: number) {
  const operation = {
    query: textOf(name),
    variables: variables(data)[turn] ?? {},
    credential: 'bench',
  };
  const { errors, extensions } = await facade.run({ ...operation, explain: 'trace' });
  const { requests, trace } = extensions?.upstream ?? {};
  return { errors, requests, waves: Math.max(...(trace?.map(({ wave }) => wave) ?? [NaN])) };
}

describe('the work that a lone query costs, over 400 screens, 60 playlists and 1,000 media', () => {
  it.each(cases)(
    '$name ($title): exactly $requests REST requests, first and later',
    async (each) => {
      const { facade, upstream } = await startBenched();
      for (const turn of [0, 1, 2, 0]) {
        const before = upstream.requests();
        const { errors, requests } = await run(facade, each, turn);
        expect(errors).toBeUndefined();
        expect(upstream.requests() - before).toBe(each.requests);
        expect(requests).toBe(each.requests);
      }
    },
  );

  it.each(upstreamModes)('is the same where the upstream answers %s', async (mode) => {
    const { facade, upstream } = await startBenched({}, { mode });
    for (const each of cases) {
      const before = upstream.requests();
      const { errors } = await run(facade, each, 0);
      expect(errors).toBeUndefined();
      expect(upstream.requests() - before).toBe(each.requests);
    }
  });

  /**
   * Waves of the first run, and of later ones with the same variables, which know what it has read.
   */
  const waves = { Q1: [1, 1], Q2: [1, 1], Q3: [4, 2], Q4: [3, 2], Q5: [4, 3] } as const;

  it.each(cases)('$name: few rounds of requests at first, and fewer later', async (each) => {
    const [cold, warm] = waves[each.name];
    // Q5 has 70 reads that need not wait for each other: with fewer places they would queue, round
    // after round.
    const { facade } = await startBenched({ UPSTREAM_MAX_CONCURRENCY: '128' });
    expect((await run(facade, each, 0)).waves).toBeLessThanOrEqual(cold);
    for (let again = 0; again < 4; again += 1)
      expect((await run(facade, each, 0)).waves).toBeLessThanOrEqual(warm);
  });
});

describe('the data', () => {
  it('is the same at every start', () => {
    expect(createData()).toEqual(data);
  });

  it('links every slot to a file that exists, and no file twice in a playlist', () => {
    const ids = new Set(data.media.map(({ id }) => id));
    expect(ids.size).toBe(1000);
    for (const { items } of data.configurations.values())
      for (const { mediaId } of items) expect(ids).toContain(mediaId);
    for (const items of data.playlistItems.values())
      expect(new Set(items.map(({ mediaId }) => mediaId)).size).toBe(120);
  });
});

async function start() {
  const { facade, upstream } = await startBenched({ LIVE_MIN_SECONDS: '1' });
  const send = (query: string, accept: string): Promise<Response> =>
    facade.fetch(operationRequest(query, { credential: 'bench', headers: { accept } }));
  return { upstream, send };
}

describe.each(liveOperations)('$title', (operation) => {
  it('needs one REST request as a query, and as a poll', async () => {
    const { upstream, send } = await start();
    const reader = readerOf(await send(subscriptionOf(operation), 'text/event-stream'));
    const text = await reader.until('event: next');
    await reader.leave();
    expect(text).not.toContain('"errors"');
    expect(upstream.requests()).toBe(1);
    // Not before: a first poll may use what was read just now.
    expect(await (await send(operation.selection, 'application/json')).text()).not.toContain(
      '"errors"',
    );
    expect(upstream.requests()).toBe(2);
  });

  it('has another result after a change, and the same one without', async () => {
    const { upstream, send } = await start();
    const read = async (): Promise<unknown> => {
      const response = await send(operation.selection, 'application/json');
      return ((await response.json()) as { readonly data: unknown }).data;
    };
    const first = await read();
    expect(await read()).toEqual(first);
    upstream.change();
    expect(await read()).not.toEqual(first);
  });
});
