import { describe, expect, it } from 'vitest';
import { Trace } from '../../src/loaders/request-trace.js';
import { PartnerError } from '../../src/partner/error.js';
import { getScreen, listScreens } from '../../src/partner/screen.js';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function start() {
  let now = 100;
  const trace = new Trace(() => now);
  const send = (path: string, operation: typeof getScreen | typeof listScreens = getScreen) => {
    let settleIt: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
    const result = new Promise<void>((resolve, reject) => (settleIt = { resolve, reject }));
    result.catch(() => undefined);
    trace.record(operation, path, result);
    return {
      answer: async (error?: Error) => {
        if (error === undefined) settleIt?.resolve();
        else settleIt?.reject(error);
        await settle();
      },
    };
  };
  return { trace, send, pass: (milliseconds: number) => void (now += milliseconds) };
}

describe('the trace of an operation', () => {
  it('reports operation, path, scope, status and milliseconds, in the order of the responses', async () => {
    const { trace, send, pass } = start();
    const [list, screen] = [send('/screens?page=1&limit=5', listScreens), send('/screens/a')];
    pass(12.34);
    await screen.answer(new PartnerError('NOT_FOUND', 'no', { status: 404 }));
    pass(10);
    await list.answer();
    expect(trace.entries).toEqual([
      {
        operation: 'partnerV1_screen',
        path: '/screens/a',
        scope: 'screens:read',
        status: 404,
        milliseconds: 12.3,
        wave: 1,
      },
      {
        operation: 'partnerV1_screens',
        path: '/screens?page=1&limit=5',
        scope: 'screens:read',
        status: 200,
        milliseconds: 22.3,
        wave: 1,
      },
    ]);
  });

  it('a failure without a response has its code as status, an abandoned request is aborted', async () => {
    const { trace, send } = start();
    await send('/a').answer(new PartnerError('UPSTREAM_TIMEOUT', 'slow'));
    await send('/b').answer(new Error('gone'));
    expect(trace.entries.map(({ status }) => status)).toEqual(['UPSTREAM_TIMEOUT', 'aborted']);
  });

  it('requests with the same wave number do not wait for each other', async () => {
    const { trace, send } = start();
    const first = [send('/1a'), send('/1b')];
    await first[0]?.answer();
    const second = send('/2a');
    await first[1]?.answer();
    const alsoSecond = send('/2b');
    await second.answer();
    await send('/3').answer();
    await alsoSecond.answer();
    await send('/3 too').answer();
    expect(Object.fromEntries(trace.entries.map(({ path, wave }) => [path, wave]))).toEqual({
      '/1a': 1,
      '/1b': 1,
      '/2a': 2,
      '/2b': 2,
      '/3': 3,
      '/3 too': 4,
    });
  });
});
