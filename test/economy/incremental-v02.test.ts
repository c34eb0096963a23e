import { describe, expect, it } from 'vitest';
import { type Merged, type Message, mergeV02, messagesOf } from '../fuzz/merge-parts.js';
import { type TestSystem, startSystem } from '../system/test-system.js';
import { requestOf, type ResponseError } from '../system/send.js';

describe('the format v0.2', () => {
  const accept = 'multipart/mixed;incrementalSpec=v0.2';
  const askV02 = async (
    system: TestSystem,
    query: string,
    onError?: string,
  ): Promise<[string, Merged, Message[]]> => {
    const request = requestOf(query, { headers: { accept } });
    const body = JSON.stringify({ query, onError });
    const response = await system.facade.fetch(new Request(request, { body }));
    const messages = messagesOf(await response.text());
    return [response.headers.get('content-type') ?? '', mergeV02(messages), messages];
  };

  it('delivers each field once, and the cost in the last message', async () => {
    const system = await startSystem({ latencyMs: 5 });
    const [type, , messages] = await askV02(
      system,
      `{ screens(first: 1) { nodes { id
        ... @defer(label: "covered") { id }
        ... @defer(label: "one") { id name playbackConfiguration { revision } }
        ... @defer(label: "other") { name }
      } } }`,
    );
    expect(type).toBe('multipart/mixed; boundary="-"; incrementalSpec=v0.2');
    const path = ['screens', 'nodes', 0];
    expect(messages[0]?.pending).toEqual([
      { id: '0', path, label: 'one' },
      { id: '1', path, label: 'other' },
    ]);
    expect(
      messages.flatMap(({ incremental = [] }) => incremental).map(({ data }) => Object.keys(data ?? {})),
    ).toEqual([['name'], ['playbackConfiguration']]);
    expect(messages.at(-1)?.extensions?.upstream).toMatchObject({ requests: 2 });
  });

  it('is in one message where nothing is delivered later', async () => {
    const [, merged, messages] = await askV02(
      await startSystem(),
      '{ organization { id ... @defer { id } } }',
    );
    expect([messages.length, messages[0]?.hasNext]).toEqual([1, false]);
    expect(merged.data).toEqual({ organization: { id: 'org_nordlicht' } });
  });

  const screens = '... @defer(label: "a") { screens(first: 99) { nodes { id name } } }';
  const gone = '... @defer(label: "b") { playbackConfigurations(screenIds: ["gone"]) { revision } }';
  const slow = '... @defer { screens { nodes { playbackConfiguration { screen { name } } } } }';

  it.each([
    ['the node limit', { MAX_RESPONSE_NODES: '100' }, screens + gone, 2, 'OPERATION_LIMIT_EXCEEDED'],
    ['HALT', { ERROR_BEHAVIOR: 'true' }, gone, 1, 'NOT_FOUND'],
    ['the deadline', { OPERATION_TIMEOUT_MS: '400' }, slow, 1, 'UPSTREAM_TIMEOUT'],
  ] as const)('completes what is open with an error: %s', async (_end, settings, deferred, open, code) => {
    const system = await startSystem(
      { latencyMs: 'OPERATION_TIMEOUT_MS' in settings ? 300 : 5 },
      { settings },
    );
    const onError = 'ERROR_BEHAVIOR' in settings ? 'HALT' : undefined;
    const [, merged, messages] = await askV02(system, `{ organization { id } ${deferred} }`, onError);
    expect(merged.data).toEqual({ organization: { id: 'org_nordlicht' } });
    const errors = (messages.at(-1)?.completed ?? []).map(
      (each) => (each.errors ?? []) as readonly ResponseError[],
    );
    expect(errors.map((each) => each.map(({ extensions }) => extensions['code']))).toEqual(
      Array.from({ length: open }, () => [code]),
    );
  });
});
