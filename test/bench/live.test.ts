import { describe, expect, it } from 'vitest';
import { liveOperations, subscriptionOf } from '../../bench/live/operation.js';
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
