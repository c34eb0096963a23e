import { describe, expect, it } from 'vitest';
import type { LiveWindow } from '../../bench/live/measure.js';
import { liveOperations, subscriptionOf } from '../../bench/live/operation.js';
import { eventCost, printLive } from '../../bench/live/table.js';
import { readOptions } from '../../bench/option.js';
import { operationRequest } from '../rig/operation-request.js';
import { startBenched } from './benched.js';

async function start() {
  const { facade, upstream } = await startBenched({ LIVE_MIN_SECONDS: '1' });
  const send = (query: string, accept: string): Promise<Response> =>
    facade.fetch(operationRequest(query, { credential: 'bench', headers: { accept } }));
  return { upstream, send };
}

describe.each(liveOperations)('$title', (operation) => {
  it('needs one REST request as a query, and as a poll', async () => {
    const { upstream, send } = await start();
    const { body } = await send(subscriptionOf(operation), 'text/event-stream');
    let text = '';
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('event: next')) break;
    }
    expect(text).not.toContain('"errors"');
    expect(upstream.requests()).toBe(1);
    // Not before: a first poll may use what was read just now.
    expect(await (await send(operation.selection, 'application/json')).text()).not.toContain('"errors"');
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

const windowOf = (cpuMs: number, runs: number, events: number): LiveWindow => ({ cpuMs, runs, events });

describe('the figures of subscriptions', () => {
  it('an event costs what the window beyond one subscriber of each poll costs', () => {
    expect(eventCost(windowOf(150, 10, 1010), windowOf(100, 10, 10))).toBe(50);
  });

  it('are medians of the rounds, and compare a poll with its query', () => {
    const [operation] = liveOperations;
    if (operation === undefined) throw new Error('There is no operation.');
    const shared = { sse: windowOf(150, 10, 1010), multipart: windowOf(160, 10, 1010) };
    const round = {
      query: windowOf(100, 100, 0),
      poll: windowOf(110, 100, 50),
      single: windowOf(100, 10, 10),
      shared,
    };
    const memory = { before: 40, start: 50, middle: 51, end: 50.5, after: 41 };
    const text = printLive([{ operation, rounds: [round], memory }]);
    expect(text).toContain('| 20 screens, 3 fields | 1.10 | 1.00 | 1.10 | 50 | 60 | 1010 |');
    expect(text).toContain('40.0 without streams, 50.0 → 51.0 → 50.5 with them, 41.0 when they have left');
  });

  it('are part of the plain bench, and --minutes says how long the streams stay open', () => {
    expect(readOptions([])).toMatchObject({ extras: ['find', 'live'], minutes: 1 });
    expect(readOptions(['--cases', 'live', '--minutes', '10'])).toMatchObject({
      cases: [],
      extras: ['live'],
      minutes: 10,
    });
  });
});
