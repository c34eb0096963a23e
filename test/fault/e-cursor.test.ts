import { describe, expect, it } from 'vitest';
import { dataAt, errorsOf, type Rig, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';
import { expectIntact } from './outcome.js';
import { connections } from './connections.js';

describe('cursors', () => {
  const cursorsOf = async (
    { ask }: Rig<Upstream>,
    select: (inner: string) => string,
    path: string,
  ): Promise<string[]> => {
    const answer = await ask(`{ ${select('(first: 3) { edges { cursor } }')} }`);
    return [0, 1, 2].map((index) => String(dataAt(answer, `${path}.edges.${index}.cursor`)));
  };
  const encoded = (value: unknown): string =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

  it.each([
    ['empty', ''],
    ['no base64', '!!!'],
    ['1 MB', 'A'.repeat(1_000_000)],
    ['no JSON', encoded('{')],
    ['another version', encoded([2, 'screens', 3, 1, 0, 3, 5, 's1'])],
    ['a negative page', encoded([1, 'screens', 3, -1, 0, 3, 5, 's1'])],
    ['a page of 2^31', encoded([1, 'screens', 3, 2 ** 31, 0, 3, 5, 's1'])],
  ])('E13: a cursor of %s is refused, and nothing is sent', async (_what, cursor) => {
    const { ask, upstream } = await startRig({ settings: { MAX_REQUEST_BYTES: '2000000' } });
    for (const args of ['first: 2, after: $cursor', 'last: 2, before: $cursor']) {
      const answer = await ask(
        `query ($cursor: String) { screens(${args}) { edges { cursor } } intact: organization { name } }`,
        { cursor },
      );
      expect(errorsOf(answer)).toMatchObject([{ path: 'screens', code: 'BAD_USER_INPUT' }]);
      expect(answer.body.errors?.[0]?.message.length).toBeLessThan(400);
      expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
    }
    expect(upstream.count('partnerV1_screens')).toBe(0);
  });

  it.each([
    [100, 1000],
    [100, 21_474_836],
    [1, 2 ** 31 - 1],
  ])(
    'E13: a cursor far beyond the collection (limit %d, page %d) gives no edges, and ends',
    async (limit, page) => {
      const { ask, upstream } = await startRig();
      const cursor = encoded([1, 'screens', limit, page, limit - 1, limit, 2 ** 31 - 1, 's1']);
      const answer = await ask(
        'query ($cursor: String) { screens(first: 5, after: $cursor) { edges { cursor } pageInfo { hasNextPage } } }',
        { cursor },
      );
      expectIntact(answer);
      expect(dataAt(answer, 'screens')).toEqual({ edges: [], pageInfo: { hasNextPage: false } });
      expect(upstream.count()).toBeLessThanOrEqual(3);
    },
  );

  it('E13: a cursor behind the largest total that can be is refused, and nothing is sent', async () => {
    const { ask, upstream } = await startRig();
    const cursor = encoded([1, 'screens', 100, 2 ** 31 - 1, 99, 100, 2 ** 31 - 1, 's1']);
    const answer = await ask(
      'query ($cursor: String) { screens(first: 5, after: $cursor) { edges { cursor } } }',
      { cursor },
    );
    expect(upstream.requests.map(({ target }) => target)).toEqual([]);
    expect(errorsOf(answer)).toMatchObject([{ path: 'screens', code: 'BAD_USER_INPUT' }]);
  });

  it('E14: a cursor of another collection, or of another playlist, is refused', async () => {
    const rig = await startRig();
    const all = [
      ...connections,
      {
        ...connections[3],
        name: 'items of another playlist',
        select: (inner: string) => `playlist(id: "p2") { items${inner} }`,
      },
    ];
    for (const owner of all) {
      const [cursor] = await cursorsOf(rig, owner.select, owner.path);
      for (const target of all) {
        const before = rig.upstream.count(target.operation);
        const answer = await rig.ask(
          `query ($after: String) { ${target.select('(first: 2, after: $after) { edges { cursor } }')} }`,
          { after: cursor },
        );
        if (owner === target) expectIntact(answer);
        else {
          expect(errorsOf(answer), `${owner.name} to ${target.name}`).toMatchObject([
            { path: target.path, code: 'BAD_USER_INPUT' },
          ]);
          expect(rig.upstream.count(target.operation)).toBe(before);
        }
      }
    }
  });
});
