import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, count, mediaAt, noMedia, places, playlistAt, screenAt } from '../../economy/ask.js';
import type { OperationResponse } from '../../economy/ask.js';
import type { OperationOptions } from '../../rig/operation-request.js';
import {
  expectRefused,
  type ResponseError,
  startSystem,
  type TestSystem,
} from '../../system/test-system.js';

const Entities = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename ... on Screen { id name } ... on Playlist { id name } ... on Media { id name }
  }
}`;

const start = (
  settings: Readonly<Record<string, string>> = {},
  simulator = {},
): Promise<TestSystem> => startSystem(simulator, { settings: { FEDERATION: 'true', ...settings } });

const screen = (index: number) => ({ __typename: 'Screen', id: screenAt(index) });
const playlist = (index: number) => ({ __typename: 'Playlist', id: playlistAt(index) });
const media = (index: number) => ({ __typename: 'Media', id: mediaAt(index) });

const entities = (
  system: TestSystem,
  representations: readonly unknown[],
  options: OperationOptions = {},
): Promise<OperationResponse> =>
  ask(system, Entities, { ...options, variables: { representations } });

const found = ({ data }: OperationResponse) =>
  data['_entities']?.map(
    (each) => (each as unknown) && { __typename: each['__typename'], id: each['id'] },
  );
const placesOf = (errors: readonly ResponseError[]) =>
  errors.map(({ path, extensions }) => [path, extensions['code']]);

describe('_entities', () => {
  it('finds records of all types in the order of their representations, repeated ones too', async () => {
    const system = await start();
    const wanted = [media(3), screen(1), playlist(0), screen(1), media(0)];
    const response = await entities(system, wanted);
    expect(response.errors).toEqual([]);
    expect(found(response)).toEqual(wanted);
  });

  it.each([
    ['4 screens of 240', places(4), 4],
    ['100 screens', places(100, 50), 4],
    ['8 uses of 4 screens', [...places(4), ...places(4)], 4],
    ['240 screens, by chance', places(240).toReversed(), 4],
  ])('%s: at most min(k, pages) + 1 REST requests, here %i', async (_what, indexes, most) => {
    const system = await start();
    let response: OperationResponse | undefined;
    const requests = await count(system, async () => {
      response = await entities(system, indexes.map(screen));
    });
    expect(response && found(response)).toEqual(indexes.map(screen));
    expect(requests).toBeLessThanOrEqual(most);
    expect(response?.upstream?.requests).toBe(requests);
  });

  it('an id that is gone is null with NOT_FOUND at its index, and its siblings stand', async () => {
    const system = await start();
    const gone = { __typename: 'Media', id: noMedia(0) };
    const response = await entities(system, [media(0), gone, media(1), gone]);
    expect(found(response)).toEqual([media(0), null, media(1), null]);
    expect(placesOf(response.errors)).toEqual(
      [1, 3].map((index) => [['_entities', index], 'NOT_FOUND']),
    );
  });

  it.each([
    [1, 1],
    // Two are read at once: neither knows yet what the other one gets.
    [2, 2],
    [3, 1],
    [40, 1],
  ])('%i representations of a missing scope cost %i REST requests', async (k, most) => {
    const system = await start();
    const options = { credential: 'demo-media-only-credential' };
    const response = await entities(system, [...places(k).map(screen), media(0)], options);
    expect(found(response)?.at(-1)).toEqual(media(0));
    expect(placesOf(response.errors)).toEqual(
      places(k).map((index) => [['_entities', index], 'FORBIDDEN']),
    );
    const refused = system.simulator.requests.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(most);
  });

  it('follows links and starts them early, as `nodes` does', async () => {
    const system = await start();
    const query = `query ($r: [_Any!]!) {
      _entities(representations: $r) { ... on Screen { playbackConfiguration { revision } } ... on Playlist { items { totalCount } } }
    }`;
    const { data, errors, upstream } = await ask(system, query, {
      variables: { r: [screen(0), playlist(0)] },
      headers: { 'x-upstream-explain': 'trace' },
    });
    expect(errors).toEqual([]);
    expect(data['_entities']).toEqual([
      { playbackConfiguration: { revision: expect.any(String) as string } },
      { items: { totalCount: expect.any(Number) as number } },
    ]);
    expect(upstream?.trace?.map(({ wave }) => wave)).toEqual([1, 1, 1, 1]);
  });
});

describe('wrong representations', () => {
  it('are each BAD_USER_INPUT at their index alone, and send nothing', async () => {
    const system = await start();
    const wrong = [
      { __typename: 'Venue', id: 'x' },
      // A type without a key, and a member of Object.prototype as a type.
      { __typename: 'Organization', id: 'org_nordlicht' },
      { __typename: 'constructor', id: 'x' },
      { id: screenAt(0) },
      { __typename: 'Screen' },
      // `..` would leave its path.
      ...[null, 7, [screenAt(0)], '', '..', 'x'.repeat(513)].map((id) => ({
        __typename: 'Screen',
        id,
      })),
      ...['Screen', 7, [screen(0)]],
    ];
    const alone = await entities(system, wrong);
    expect(placesOf(alone.errors)).toEqual(
      wrong.map((_, index) => [['_entities', index], 'BAD_USER_INPUT']),
    );
    for (const { message } of alone.errors) expect(message.length).toBeLessThan(400);
    expect(system.simulator.requests).toHaveLength(0);
    const among = await entities(system, [screen(0), ...wrong, media(0)]);
    expect(found(among)).toEqual([screen(0), ...wrong.map(() => null), media(0)]);
    expect(among.errors).toHaveLength(wrong.length);
  });

  it('any JSON is BAD_USER_INPUT at its index, or NOT_FOUND where it has the right members', async () => {
    const system = await start();
    const type = fc.oneof(
      fc.constantFrom('Screen', 'Media', 'Organization', '__proto__'),
      fc.string(),
    );
    const id = fc.oneof(fc.string(), fc.jsonValue());
    const shaped = fc.record({ __typename: type, id, more: fc.jsonValue() }, { requiredKeys: [] });
    const values = fc.array(fc.oneof(shaped, fc.jsonValue()), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(values, async (representations) => {
        // Null does not fit the type of the variable.
        const given = representations.map((each) => each ?? 0);
        const response = await entities(system, given);
        expect(found(response)).toEqual(given.map(() => null));
        const { codes } = response;
        expect(codes).toHaveLength(given.length);
        expect(codes.filter((code) => code !== 'BAD_USER_INPUT' && code !== 'NOT_FOUND')).toEqual(
          [],
        );
        expect(response.upstream?.requests ?? 0).toBeLessThanOrEqual(
          response.upstream?.estimated ?? 0,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('as literals they are read in the same way', async () => {
    const system = await start();
    const query = `query ($id: ID!) { _entities(representations: [
      { __typename: "Screen", id: $id }, { __typename: "Screen", id: $id, more: 1 }, { __typename: "Screen" }, 7
    ]) { ... on Screen { id } } }`;
    const { data, errors } = await ask(system, query, { variables: { id: screenAt(0) } });
    expect(data['_entities']).toEqual([{ id: screenAt(0) }, { id: screenAt(0) }, null, null]);
    expect(placesOf(errors)).toEqual(
      [2, 3].map((index) => [['_entities', index], 'BAD_USER_INPUT']),
    );
  });

  it('more than MAX_LIST_ARGUMENT are refused, and nothing is sent', async () => {
    const system = await start({ MAX_LIST_ARGUMENT: '5' });
    const response = await entities(system, places(6).map(screen));
    expectRefused(system, response, 'OPERATION_LIMIT_EXCEEDED');
    expect(response.errors[0]?.message).toContain('representations of _entities has 6 entries');
  });

  it('null among them is refused as a variable that does not fit', async () => {
    const system = await start();
    expectRefused(system, await entities(system, [screen(0), null]), 'GRAPHQL_VALIDATION_FAILED');
  });
});

describe('what representations cost', () => {
  const plan = { headers: { 'x-upstream-explain': 'plan' } };

  it('the plan counts each distinct one that names a record, and sends nothing', async () => {
    const system = await start();
    // An id that is no text, and a global id.
    const unusable = [{ __typename: 'Screen', id: 7 }, 'UGxheWxpc3Q6cDE'];
    const representations = [screen(0), screen(0), screen(1), media(0), ...unusable];
    const { upstream } = await entities(system, representations, plan);
    expect(
      upstream?.plan?.map(({ operation, field, atMost }) => [operation, field, atMost]),
    ).toEqual([
      ['partnerV1_screen', '_entities', 2],
      ['partnerV1_mediaItem', '_entities', 1],
    ]);
    expect(upstream?.estimated).toBe(3);
    expect(system.simulator.requests).toHaveLength(0);
  });

  it('the plan counts what is below them', async () => {
    const system = await start();
    const query = `query ($r: [_Any!]!) { _entities(representations: $r) { ... on Screen { playbackConfiguration { revision } } } }`;
    const { upstream } = await ask(system, query, {
      ...plan,
      variables: { r: places(3).map(screen) },
    });
    expect(upstream?.estimated).toBe(6);
  });

  it('an operation that must exceed the budget is refused before it runs', async () => {
    const system = await start({ MAX_UPSTREAM_REQUESTS: '2' });
    const response = await entities(system, places(300).map(screen));
    expectRefused(system, response, 'UPSTREAM_BUDGET_EXCEEDED');
    expect(response.errors[0]?.message).toContain('_entities (3 × partnerV1_screen)');
  });

  it('the estimate is an upper bound for mixtures of types and repeated ids', async () => {
    const system = await start();
    for (const size of [1, 2, 5, 60, 300]) {
      const representations = places(size).map((index) =>
        [screen, media, playlist][index % 3]?.(index % 30),
      );
      const { upstream, errors } = await entities(system, representations);
      expect(errors).toEqual([]);
      expect(upstream?.requests ?? 0).toBeLessThanOrEqual(upstream?.estimated ?? 0);
    }
  });
});
