import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFacade } from '../../../src/facade.js';
import { until } from '../../rig/wait.js';

/** An upstream that stamps its organization with the credential, and answers as `headers` say. */
async function startStamping(headers: Record<string, string>, status = 200) {
  const seen: { credential: string; etag: string | undefined }[] = [];
  let released = Promise.resolve();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const credential = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const etag = request.headers['if-none-match'];
    seen.push({ credential, etag });
    void released.then(() => answer(response, credential, etag));
  });
  const answer = (response: ServerResponse, credential: string, etag: string | undefined): void => {
    const tag = `"${credential}"`;
    // That of node:http itself does not know the tests' clock.
    const date = new Date().toUTCString();
    if (etag === tag) return void response.writeHead(304, { ...headers, date, etag: tag }).end();
    const at = '2026-01-01T00:00:00Z';
    const data = {
      id: 'org',
      name: `stamp of ${credential.length}`,
      slug: credential.slice(-1),
      createdAt: at,
      updatedAt: at,
    };
    const body = status === 200 ? { data } : { error: { code: 'x', message: 'no', requestId: 'r' } };
    response
      .writeHead(status, { 'content-type': 'application/json', date, etag: tag, ...headers })
      .end(JSON.stringify(body));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  /** From now on answers wait, until the function that it gives is called. */
  const hold = (): (() => void) => {
    let release: () => void = () => undefined;
    released = new Promise((resolve) => {
      release = resolve;
    });
    return () => release();
  };
  return { url: `http://127.0.0.1:${port}`, seen, hold };
}

async function open(headers: Record<string, string>, cache: string, status?: number) {
  const upstream = await startStamping(headers, status);
  const facade = createFacade({
    partnerApiUrl: upstream.url,
    settings: { LOG_LEVEL: 'silent', CACHE: cache },
  });
  onTestFinished(() => facade.close());
  const ask = async (credential: string, cacheControl = '') => {
    const response = await facade.fetch(
      new Request('http://facade.test/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${credential}`,
          'cache-control': cacheControl,
        },
        body: JSON.stringify({ query: '{ organization { slug } }' }),
      }),
    );
    const body = (await response.json()) as {
      data: { organization: { slug: string } | null };
      extensions?: { upstream: { requests: number; cached: number } };
    };
    return {
      slug: body.data.organization?.slug,
      upstream: body.extensions?.upstream,
      headers: response.headers,
    };
  };
  return { ask, seen: upstream.seen, hold: upstream.hold };
}

const [a, b] = ['partner-credential-A', 'partner-credential-B'];

/** Moves the clock on, of which an entry's age is read; timers go on as they are. */
function wait(seconds: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 1000 * seconds });
  onTestFinished(() => void vi.useRealTimers());
}

/** Moves both clocks on; the wall clock besides by as much as somebody sets it. */
function setClocks(secondsOn: number, setBySeconds: number): void {
  const [wall, monotonic] = [Date.now(), performance.now()];
  vi.useFakeTimers({ toFake: ['Date'], now: wall + 1000 * (secondsOn + setBySeconds) });
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => monotonic + 1000 * secondsOn);
  onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
}

describe('an entry of the cache under a clock that is set', () => {
  const hour = 3600;
  const headers = { 'cache-control': 'private, max-age=60' };

  it.each([
    ['as long as it may', 50, 0, 1],
    ['no longer', 70, 0, 2],
    ['no longer when the clock is set back by an hour', 70, -hour, 2],
    ['no longer when the clock is set back by a little', 70, -20, 2],
    ['as long as it may when the clock is set back', 50, -hour, 1],
    ['no longer than by the clock that is set forward', 10, hour, 2],
  ])('lives %s', async (_what, secondsOn, setBySeconds, requests) => {
    const { ask, seen } = await open(headers, 'memory');
    await ask(a);
    setClocks(secondsOn, setBySeconds);
    expect((await ask(a)).slug).toBe('A');
    expect(seen).toHaveLength(requests);
  });

  it('lives its own time where it was written under the clock that was set back', async () => {
    const { ask, seen } = await open(headers, 'memory');
    await ask(a);
    setClocks(70, -hour);
    for (let time = 0; time < 3; time += 1) expect((await ask(a)).slug).toBe('A');
    const before = seen.length;
    setClocks(50, 0);
    await ask(a);
    expect(seen).toHaveLength(before);
    setClocks(20, 0);
    await ask(a);
    expect(seen).toHaveLength(before + 1);
  });

  it('G17: is as old as it is for a request with max-age, although its renewal was sent meanwhile', async () => {
    const marking = 'private, max-age=1, stale-while-revalidate=600';
    const { ask } = await open({ 'cache-control': marking }, 'memory');
    await ask(a);
    setClocks(40, 0);
    expect((await ask(a)).slug).toBe('A');
    expect((await ask(a, 'max-age=50')).headers.get('age')).toBe('40');
    expect((await ask(a, 'max-age=30')).headers.get('age')).toBeNull();
  });

  it('is gone, and not only stale, once its time is over', async () => {
    const marking = { 'cache-control': 'private, max-age=60, stale-while-revalidate=60' };
    const { ask } = await open(marking, 'memory');
    await ask(a);
    setClocks(300, -hour);
    expect((await ask(a)).upstream).toMatchObject({ requests: 1, cached: 0 });
  });
});

describe('HTTP caching', () => {
  const markings = [
    'public, max-age=60',
    's-maxage=60, max-age=60',
    'max-age=60, must-revalidate',
    'private, max-age=60',
  ];

  for (const marking of markings) {
    it(`G1: "${marking}" is never served to another credential, with caching on`, async () => {
      const { ask, seen } = await open({ 'cache-control': marking }, 'memory');
      expect((await ask(a)).slug).toBe('A');
      expect((await ask(b)).slug).toBe('B');
      expect((await ask(a)).slug).toBe('A');
      expect((await ask(b)).slug).toBe('B');
      expect(seen.map(({ credential }) => credential)).toEqual([a, b]);
    });

    it(`G1: "${marking}" is not kept at all with caching off`, async () => {
      const { ask, seen } = await open({ 'cache-control': marking }, 'off');
      for (const credential of [a, b, a, b]) expect((await ask(credential)).slug).toBe(credential.slice(-1));
      expect(seen).toHaveLength(4);
    });
  }

  it('an answer from the cache is no REST request, and says so', async () => {
    const { ask } = await open({ 'cache-control': 'private, max-age=60' }, 'memory');
    expect((await ask(a)).upstream).toMatchObject({ requests: 1, cached: 0 });
    expect((await ask(a)).upstream).toMatchObject({ requests: 0, cached: 1 });
  });

  it('what is stale is asked for again with its tag, and kept on a 304', async () => {
    const { ask, seen } = await open({ 'cache-control': 'private, max-age=0, must-revalidate' }, 'memory');
    expect((await ask(a)).slug).toBe('A');
    expect((await ask(a)).slug).toBe('A');
    expect(seen).toHaveLength(2);
  });

  it('no-store is not kept', async () => {
    const { ask, seen } = await open({ 'cache-control': 'no-store' }, 'memory');
    await ask(a);
    await ask(a);
    expect(seen).toHaveLength(2);
  });

  it('an error is never kept, whatever its headers say', async () => {
    const { ask, seen } = await open({ 'cache-control': 'public, max-age=60' }, 'memory', 404);
    await ask(a);
    await ask(a);
    expect(seen).toHaveLength(2);
  });

  it('G14: the façade’s own answers stay private', async () => {
    const { ask } = await open({ 'cache-control': 'public, max-age=60' }, 'memory');
    await ask(a);
    expect((await ask(a)).headers.get('cache-control')).toBe('private, no-store');
  });

  it('D11: 200 readers of an entry that has just expired send one revalidation', async () => {
    const { ask, seen, hold } = await open({ 'cache-control': 'private, max-age=60' }, 'memory');
    await ask(a);
    wait(61);
    const release = hold();
    const results = Promise.all(Array.from({ length: 200 }, () => ask(a)));
    await until('the entry is revalidated', () => seen.length === 2);
    release();
    const answers = await results;
    expect(answers.map(({ slug }) => slug)).toEqual(Array.from({ length: 200 }, () => 'A'));
    // One of them sends it; the others join.
    expect(answers.filter(({ upstream }) => upstream?.requests === 1)).toHaveLength(1);
    expect(seen.slice(1)).toEqual([{ credential: a, etag: `"${a}"` }]);
  });

  it('D11: readers who are served the expired entry meanwhile (stale-while-revalidate) send one revalidation', async () => {
    const marking = { 'cache-control': 'private, max-age=60, stale-while-revalidate=600' };
    const { ask, seen, hold } = await open(marking, 'memory');
    await ask(a);
    wait(61);
    const release = hold();
    await ask(a);
    await until('the entry is revalidated', () => seen.length === 2);
    // One after the other, so that none can join another's request.
    for (let reader = 0; reader < 20; reader += 1)
      expect((await ask(a)).upstream).toMatchObject({ requests: 0, cached: 1 });
    release();
    await ask(b);
    for (let reader = 0; reader < 20; reader += 1) expect((await ask(a)).slug).toBe('A');
    expect(seen.slice(1)).toEqual([
      { credential: a, etag: `"${a}"` },
      { credential: b, etag: undefined },
    ]);
  });

  it('D11: with two credentials it is one revalidation for each', async () => {
    const { ask, seen, hold } = await open({ 'cache-control': 'public, max-age=60' }, 'memory');
    await Promise.all([ask(a), ask(b)]);
    wait(61);
    const release = hold();
    const answers = Promise.all(Array.from({ length: 200 }, (_, index) => ask(index % 2 === 0 ? a : b)));
    await until('both are asked for', () => seen.length === 4);
    release();
    const slugs = (await answers).map(({ slug }) => slug);
    expect(slugs).toEqual(Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 'A' : 'B')));
    expect(seen).toHaveLength(4);
  });
});
