import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse, print } from 'graphql';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  live,
  type LiveDocument,
  LiveError,
  type LiveEvent,
  type LiveOptions,
  partnerErrors,
} from '../../src/client/index.js';

const url = 'http://facade.test/graphql';
const query = 'subscription { live { organization { name } } }';

/** Responses in their order; the last one never ends. */
function scripted(...responses: readonly (() => Response | Promise<Response>)[]) {
  const requests: RequestInit[] = [];
  const send: typeof fetch = async (_url, init = {}) => {
    requests.push(init);
    const respond = responses[requests.length - 1];
    if (respond !== undefined) return respond();
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  };
  return { requests, fetch: send, minDelayMs: 1, maxDelayMs: 4 };
}

const streamHeaders = { 'content-type': 'text/event-stream' };
const eventOf = (result: object): string => `event: next\ndata: ${JSON.stringify(result)}\n\n`;
const complete = 'event: complete\ndata:\n\n';
/** A stream of these texts that ends after them. */
const streamed =
  (...texts: readonly string[]) =>
  () =>
    new Response(`:\n\n${texts.join('')}`, { headers: streamHeaders });
const refused = (status: number, headers = {}) => {
  const errors = [{ message: 'Refused.', extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }];
  return () => Response.json({ errors }, { status, headers });
};
const errorOf = (code: string) => ({
  errors: [{ message: `It is ${code}.`, extensions: { code } }],
});

/** Takes events, then leaves. */
async function take(
  count: number,
  options: Partial<LiveOptions<unknown, object>>,
): Promise<unknown[]> {
  const data: unknown[] = [];
  for await (const event of live(url, { document: query, ...options })) {
    data.push(event.data);
    if (data.length === count) break;
  }
  return data;
}

const failureOf = (options: Partial<LiveOptions<unknown, object>>): Promise<unknown> =>
  take(9, options).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('live', () => {
  it('posts the operation with its variables and headers', async () => {
    const script = scripted(streamed(eventOf({ data: 1 })));
    await take(1, {
      ...script,
      variables: { n: 1 },
      headers: () => Promise.resolve({ authorization: 'Bearer x' }),
    });
    expect(script.requests[0]).toMatchObject({
      method: 'POST',
      body: JSON.stringify({ query, variables: { n: 1 } }),
    });
    const { accept, ...headers } = script.requests[0]?.headers as Record<string, string>;
    expect(headers).toEqual({ authorization: 'Bearer x', 'content-type': 'application/json' });
    expect(accept).toMatch(/^text\/event-stream,/);
  });

  it.each([
    ['the façade completes', streamed(eventOf({ data: 1 }), complete)],
    ['the connection ends', streamed(eventOf({ data: 1 }))],
    ['an event is no JSON', streamed(eventOf({ data: 1 }), 'event: next\ndata: {\n\n')],
  ])('connects again when %s', async (_what, first) => {
    const states: string[] = [];
    const script = scripted(first, streamed(eventOf({ data: 2 })));
    const data = await take(2, { ...script, onState: (state) => states.push(state) });
    expect(data).toEqual([1, 2]);
    expect(states).toEqual(['connecting', 'live', 'waiting', 'connecting', 'live']);
  });

  it.each([408, 425, 429, 500, 502, 503, 504])('tries again after HTTP %i', async (status) => {
    const script = scripted(
      refused(status),
      () => Promise.reject(new TypeError('no network')),
      streamed(eventOf({ data: 1 })),
    );
    expect(await take(1, script)).toEqual([1]);
    expect(script.requests).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 405, 406, 413, 426])(
    'gives up on HTTP %i, with its errors',
    async (status) => {
      const script = scripted(refused(status));
      const error = await failureOf(script);
      expect(error).toBeInstanceOf(LiveError);
      expect(error).toMatchObject({ status, message: 'Refused.' });
      expect(partnerErrors(error).map(({ extensions }) => extensions.code)).toEqual([
        'OPERATION_LIMIT_EXCEEDED',
      ]);
      expect(script.requests).toHaveLength(1);
    },
  );

  it.each<[string, string, Partial<LiveOptions<unknown, object>>, RegExp]>([
    [
      'a relative address outside a browser',
      '/graphql',
      {},
      /^The address "\/graphql" is unusable/,
    ],
    ['an address without a scheme', '127.0.0.1:9/graphql', {}, /^The address .* is unusable/],
    ['an address with another scheme', 'localhost:9/graphql', {}, /^The address .* is unusable/],
    [
      'a value that no header takes',
      url,
      { headers: { authorization: 'Bearer a–b' } },
      /^The header "auth/,
    ],
    [
      'a name that no header has',
      url,
      { headers: () => ({ 'a b': 'c' }) },
      /^The header "a b" is unusable/,
    ],
  ])(
    'gives up at once on %s, and repeats no credential',
    async (_what, address, options, message) => {
      const states: string[] = [];
      const onState = (state: string): void => void states.push(state);
      const reading = live(address, { document: query, ...options, onState }).next();
      const error: unknown = await reading.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'LiveError', status: 0, errors: [] });
      expect((error as Error).message).toMatch(message);
      expect(String(error)).not.toContain('Bearer');
      expect(states).toEqual(['connecting']);
    },
  );

  it('leaves the address to a `fetch` of the program', async () => {
    const script = scripted(
      () => Promise.reject(new TypeError('no network')),
      streamed(eventOf({ data: 1 })),
    );
    const events = live('/graphql', { document: query, ...script });
    expect((await events.next()).value).toEqual({ data: 1 });
    await events.return?.();
  });

  it.each([null, undefined, {}])(
    'gives up where a response has no stream, but %j',
    async (body) => {
      const response = { ok: true, status: 200, headers: new Headers(streamHeaders), body };
      // As platforms without streams give it.
      const script = scripted(() => response as unknown as Response);
      const error = await failureOf(script);
      expect(error).toMatchObject({ name: 'LiveError', status: 200 });
      expect(String(error)).toContain('does not stream');
      expect(script.requests).toHaveLength(1);
    },
  );

  it('gives up where the platform has no TextDecoder', async () => {
    vi.stubGlobal('TextDecoder', undefined);
    try {
      expect(await failureOf(scripted(streamed(eventOf({ data: 1 }))))).toMatchObject({
        name: 'LiveError',
      });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('may share its signal with many others, of which each ends when it is aborted', async () => {
    const stop = new AbortController();
    const added = vi.spyOn(stop.signal, 'addEventListener');
    const all = Array.from({ length: 12 }, () =>
      live(url, { document: query, ...scripted(), signal: stop.signal }).next(),
    );
    await vi.waitFor(() => expect(added).toHaveBeenCalled());
    stop.abort();
    for (const { done } of await Promise.all(all)) expect(done).toBe(true);
    // Node.js warns of more than ten.
    expect(added).toHaveBeenCalledTimes(1);
  });

  it('gives up on a response that is no stream', async () => {
    const script = scripted(
      () => new Response('<p>Sign in</p>', { headers: { 'content-type': 'text/html' } }),
    );
    expect(await failureOf(script)).toMatchObject({ name: 'LiveError', status: 200, errors: [] });
  });

  it('connects again where a refusal broke off', async () => {
    const broken = new ReadableStream({ pull: (body) => body.error(new TypeError('terminated')) });
    const script = scripted(
      () => new Response(broken, { status: 400 }),
      streamed(eventOf({ data: 1 })),
    );
    expect(await take(1, script)).toEqual([1]);
  });

  it.each([
    ['GRAPHQL_VALIDATION_FAILED', {}],
    ['BAD_USER_INPUT', {}],
    ['UPSTREAM_BUDGET_EXCEEDED', {}],
    ['UNAUTHENTICATED', {}],
    ['UNAUTHENTICATED', { data: { live: null } }],
  ])('gives up on %s in an event of %j', async (code, result) => {
    const event = { ...result, ...errorOf(code) };
    const script = scripted(streamed(eventOf({ data: 1 }), eventOf(event), complete));
    expect(await failureOf(script)).toMatchObject({ message: `It is ${code}.`, status: 200 });
    expect(script.requests).toHaveLength(1);
  });

  it('hands on errors that pass', async () => {
    const event = { data: null, ...errorOf('RATE_LIMITED') };
    const events: unknown[] = [];
    for await (const each of live(url, {
      document: query,
      ...scripted(streamed(eventOf(event))),
    })) {
      events.push(each);
      break;
    }
    expect(events).toEqual([event]);
  });

  it('waits twice as long after each failure, up to a limit, with jitter, and as long as Retry-After says', async () => {
    vi.useFakeTimers();
    try {
      const responses = [
        ...Array.from({ length: 8 }, () => refused(503)),
        refused(503, { 'retry-after': '120' }),
      ];
      const script = scripted(...responses, streamed(eventOf({ data: 1 })));
      const at: number[] = [];
      const onState = (state: string): void => {
        if (state === 'connecting') at.push(Date.now());
      };
      const taking = take(1, { fetch: script.fetch, onState });
      while (script.requests.length < 10) await vi.advanceTimersToNextTimerAsync();
      await taking;
      const waits = at.slice(1).map((time, index) => (time - (at[index] ?? 0)) / 1000);
      const longest = [1, 2, 4, 8, 16, 32, 60, 60, 180];
      const least = (most: number, index: number): number => (index === 8 ? 120 + 30 : most / 2);
      longest.forEach((most, index) => {
        expect(waits[index]).toBeGreaterThanOrEqual(least(most, index) - 0.001);
        expect(waits[index]).toBeLessThanOrEqual(most + 0.001);
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('connects again when nothing arrives for too long', async () => {
    const reasons: unknown[] = [];
    const script = scripted();
    const control = new AbortController();
    const onState = (state: string, reason?: unknown): void => {
      if (state === 'waiting') reasons.push(reason);
      else if (reasons.length > 0) control.abort();
    };
    const options = { ...script, maxSilenceMs: 20, onState, signal: control.signal };
    expect(await take(1, options)).toEqual([]);
    expect(reasons).toMatchObject([{ message: 'The connection was silent for too long.' }]);
  });

  it.each([
    [
      'its signal aborts',
      (_events: AsyncIterator<unknown>, control: AbortController) => control.abort(),
    ],
    ['it is returned', (events: AsyncIterator<unknown>) => void events.return?.()],
  ])('ends while it reads when %s, and closes the connection', async (_what, leave) => {
    const script = scripted();
    const control = new AbortController();
    const events = live(url, { document: query, signal: control.signal, ...script });
    const next = events.next();
    await vi.waitFor(() => expect(script.requests).toHaveLength(1));
    leave(events, control);
    expect(await next).toEqual({ done: true, value: undefined });
    expect(script.requests[0]?.signal?.aborted).toBe(true);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it('sends nothing if its signal has aborted before', async () => {
    const script = scripted();
    expect(await take(1, { ...script, signal: AbortSignal.abort() })).toEqual([]);
    expect(script.requests).toEqual([]);
  });
});

describe('documents of live', () => {
  type Typed = TypedDocumentNode<{ live: { organization: { name: string } } }, { n: number }>;
  const sentFor = async (
    document: LiveDocument<unknown, never>,
    options: Pick<LiveOptions<unknown, unknown>, 'print'> = {},
  ): Promise<unknown> => {
    const script = scripted(streamed(eventOf({ data: 1 })));
    // `never` takes any document, and has no value.
    const sender = { ...script, ...options, variables: undefined as never };
    await live<unknown, never>(url, { ...sender, document }).next();
    return JSON.parse(script.requests[0]?.body as string);
  };

  it('are texts, syntax trees with their text, and any others with print', async () => {
    const bare = parse(query, { noLocation: true }) as Typed;
    expect(await sentFor(new String(query) as string)).toEqual({ query });
    expect(await sentFor(parse(query) as Typed)).toEqual({ query });
    expect(await sentFor(bare, { print })).toEqual({ query: print(bare) });
    expect(() => live(url, { document: bare, variables: { n: 1 } })).toThrow(TypeError);
  });

  it('type the events and the variables', () => {
    const open = (document: Typed) => live(url, { document, variables: { n: 1 } });
    expectTypeOf(open).returns.toEqualTypeOf<
      AsyncIterableIterator<
        LiveEvent<{ live: { organization: { name: string } } }>,
        void,
        undefined
      >
    >();
    // @ts-expect-error n is missing
    expectTypeOf((document: Typed) => live(url, { document })).toBeFunction();
  });
});
