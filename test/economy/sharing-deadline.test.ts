import { describe, expect, it } from 'vitest';
import { held, type Responder } from '../rig/response.js';
import { errorsOf, startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { expectIntact } from '../fault/outcome.js';

const query = '{ organization { name } }';
const timeoutMs = 1500;

/** Holds each response until it is released, in the order of the requests. */
function holdEach() {
  const holds: ReturnType<typeof held>[] = [];
  const respond: Responder = (exchange) => {
    const hold = held();
    holds.push(hold);
    return hold.respond(exchange);
  };
  return { holds, respond };
}

describe('an operation that starts after half of the time does not inherit the deadline', () => {
  it.each([
    ['of a run, and outlives the earlier operation', 'UPSTREAM_TIMEOUT_MS', query, 2],
    [
      'of a request in flight, and outlives it too',
      'UPSTREAM_TIMEOUT_MS',
      '{ organization { name createdAt } }',
      2,
    ],
    // Its request joins the one in flight, which has time left even after the first operation leaves it.
    ['of a run whose operation times out before its request', 'OPERATION_TIMEOUT_MS', query, 1],
  ])('%s', async (_what, setting, late, requests) => {
    const { ask, upstream } = await startRig({ settings: { [setting]: String(timeoutMs) } });
    const { holds, respond } = holdEach();
    upstream.on({}, respond);
    const first = ask(query);
    await until('the request', () => upstream.count() === 1);
    const start = performance.now();
    await until('half of the time', () => performance.now() - start > 0.52 * timeoutMs);
    const second = ask(late);
    await until('what it needs', () => upstream.count() === requests);
    expect(errorsOf(await first)).toMatchObject([{ code: 'UPSTREAM_TIMEOUT' }]);
    holds.at(-1)?.release();
    expectIntact(await second);
    expect(upstream.count()).toBe(requests);
  });
});
