import { expect, it } from 'vitest';
import { nodeIdOf, places } from './ask.js';
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

const inputs = { a: ['a', 'b'] };
const nodeIds = ['a', 'b'].map((id) => nodeIdOf('Media', id));
const filtered = 'screens(first: #, filter: $a) { nodes { id } }';
const contains = 'screens(first: #, filter: { nameContains: $a }) { nodes { id } }';
const entities = '_entities(representations: [$a]) { __typename }';
// `#` is the number of the alias.
it.each<[string, string, string, Readonly<Record<string, unknown>>]>([
  ['a filter', '$a: ScreenFilter', filtered, { a: { nameContains: 'x', idIn: ['a', 'b'] } }],
  ['a member of a filter', '$a: String', contains, { a: 'x' }],
  [
    'members that no filter has',
    '$a: ScreenFilter',
    filtered,
    { a: { other: null, another: null } },
  ],
  ['a list for one id', '$a: ID!', 'screen(id: $a) { id }', inputs],
  ['a list for one node', '$a: ID!', 'node(nodeId: $a) { nodeId }', inputs],
  ['a list of nodes', '$a: [ID!]!', 'nodes(nodeIds: $a) { nodeId }', { a: nodeIds }],
  ['a list of ids', '$a: [ID!]!', 'playbackConfigurations(screenIds: $a) { revision }', inputs],
  [
    'a list of entities',
    '$a: [_Any!]!',
    '_entities(representations: $a) { __typename }',
    { a: [{ __typename: 'Screen', id: 'x' }] },
  ],
  ['a list for a cursor', '$a: String', 'screens(after: $a) { totalCount }', inputs],
  [
    'members that no entity has',
    '$a: _Any!',
    entities,
    { a: { __typename: 'Screen', id: 'x', other: { more: 1 } } },
  ],
])(
  'what is done with variables does not grow with the aliases that use them: %s',
  async (_what, declarations, field, variables) => {
    const { facade } = await startSystem({}, { settings: { FEDERATION: 'true' } });
    const walksOf = async (count: number): Promise<number> => {
      const { watched, walks } = watch(variables);
      const fields = places(count).map(
        (index) => `a${index}: ${field.replace('#', `${index + 1}`)}`,
      );
      const query = `query (${declarations}) { ${fields.join(' ')} }`;
      await facade.run({ query, variables: watched, credential: everything });
      return walks();
    };
    const one = await walksOf(1);
    expect(one).toBeGreaterThan(0);
    expect(await walksOf(50)).toBe(one);
  },
);
