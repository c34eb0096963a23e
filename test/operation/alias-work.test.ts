import { describe, expect, it } from 'vitest';
import { everything, startSystem } from '../system/test-system.js';

/** A value, and how often all of its members or entries were walked. */
function watch<T>(value: T): { readonly watched: T; readonly walks: () => number } {
  let walks = 0;
  const handler: ProxyHandler<object> = {
    ownKeys(target) {
      walks += 1;
      return Reflect.ownKeys(target);
    },
    get(target, key, receiver) {
      if (key === '0') walks += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  };
  const wrap = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null) return each;
    const copy = Array.isArray(each)
      ? each.map(wrap)
      : Object.fromEntries(Object.entries(each).map(([name, member]) => [name, wrap(member)]));
    return new Proxy(copy, handler);
  };
  // A proxy of a copy has the type of its original.
  return { watched: wrap(value) as T, walks: () => walks };
}

const many = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => each(index)).join(' ');

describe('what is done with variables does not grow with the aliases that use them', () => {
  it.each<[string, string, (index: number) => string, Readonly<Record<string, unknown>>]>([
    [
      'a filter',
      '$a: ScreenFilter',
      (index) => `a${index}: screens(first: ${index + 1}, filter: $a) { nodes { id } }`,
      { a: { nameContains: 'x', idIn: ['a', 'b'] } },
    ],
    [
      'a member of a filter',
      '$a: String',
      (index) => `a${index}: screens(first: ${index + 1}, filter: { nameContains: $a }) { nodes { id } }`,
      { a: 'x' },
    ],
    [
      'members that no filter has',
      '$a: ScreenFilter',
      (index) => `a${index}: screens(first: ${index + 1}, filter: $a) { nodes { id } }`,
      { a: { other: null, another: null } },
    ],
    ['a list for one id', '$a: ID!', (index) => `a${index}: screen(id: $a) { id }`, { a: ['a', 'b'] }],
    [
      'a list for one node',
      '$a: ID!',
      (index) => `a${index}: node(nodeId: $a) { nodeId }`,
      { a: ['a', 'b'] },
    ],
    [
      'a list for a cursor',
      '$a: String',
      (index) => `a${index}: screens(after: $a) { totalCount }`,
      { a: ['a', 'b'] },
    ],
    [
      'members of a representation that nobody asks for',
      '$a: _Any!',
      (index) => `a${index}: _entities(representations: [$a]) { __typename }`,
      { a: { __typename: 'Screen', id: 'x', other: { more: 1 } } },
    ],
  ])('%s', async (_what, declarations, field, variables) => {
    const { facade } = await startSystem({}, { settings: { FEDERATION: 'true' } });
    const walksOf = async (count: number): Promise<number> => {
      const { watched, walks } = watch(variables);
      const query = `query (${declarations}) { ${many(count, field)} }`;
      await facade.run({ query, variables: watched, credential: everything });
      return walks();
    };
    const one = await walksOf(1);
    expect(one).toBeGreaterThan(0);
    expect(await walksOf(50)).toBe(one);
  });
});
