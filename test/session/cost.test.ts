import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { getScreen, type listScreens } from '../../src/partner/screen.js';
import { Trace } from '../../src/session/cost.js';
import { settle } from './operation.js';

describe('the trace of an operation', () => {
  function start() {
    let now = 100;
    const trace = new Trace(() => now);
    const send = (path: string, operation: typeof getScreen | typeof listScreens = getScreen) => {
      let settleIt:
        | { readonly resolve: () => void; readonly reject: (error: Error) => void }
        | undefined;
      const result = new Promise<void>((resolve, reject) => (settleIt = { resolve, reject }));
      result.catch(() => undefined);
      trace.record(operation, path, result);
      const answer = async (error?: Error) => {
        if (error === undefined) settleIt?.resolve();
        else settleIt?.reject(error);
        await settle();
      };
      return { answer };
    };
    return { trace, send, pass: (milliseconds: number) => void (now += milliseconds) };
  }

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
    const waves = Object.fromEntries(trace.entries.map(({ path, wave }) => [path, wave]));
    expect(waves).toEqual({ '/1a': 1, '/1b': 1, '/2a': 2, '/2b': 2, '/3': 3, '/3 too': 4 });
  });
});
