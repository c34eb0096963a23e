import {
  execute as executeByReference,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileQuery } from '../../src/execution/compile.js';
import type { Outcome } from '../../src/execution/execution.js';
import type { Bounds } from '../../src/execution/work.js';

interface Item {
  readonly index: number;
}

const ItemType: GraphQLObjectType = new GraphQLObjectType({
  name: 'Item',
  fields: () => ({
    index: { type: new GraphQLNonNull(GraphQLInt) },
    later: { type: GraphQLInt, resolve: ({ index }: Item) => Promise.resolve(index) },
    failing: { type: GraphQLInt, resolve: ({ index }: Item) => new Error(`No ${index}.`) },
    more: { type: new GraphQLList(ItemType), resolve: () => Promise.resolve(list(20)) },
  }),
});

let asked = 0;

const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      items: {
        type: new GraphQLList(ItemType),
        args: { count: { type: new GraphQLNonNull(GraphQLInt) } },
        resolve(_source, { count }: { count: number }) {
          asked += 1;
          return list(count);
        },
      },
    },
  }),
});

const list = (count: number): Item[] => Array.from({ length: count }, (_, index) => ({ index }));

const unbounded: Bounds = { maxNodes: Infinity, ended: () => undefined, kindOf: () => 'any' };

function run(query: string, bounds: Partial<Bounds> = {}): Outcome | Promise<Outcome> {
  const document = parse(query);
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('There is no operation.');
  const outcome = compileQuery(schema, document, definition).run({}, {}, { ...unbounded, ...bounds });
  if (outcome === undefined) throw new Error('The variables do not fit.');
  return outcome;
}

/** Turns of the event loop until a promise is settled. */
async function turnsOf(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  const state = { isOver: false };
  void promise.then(() => (state.isOver = true));
  while (!state.isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  return turns;
}

describe('the size of an answer', () => {
  // The field, ten items, and two fields of each.
  const query = '{ items(count: 10) { index again: index } }';

  it('is its fields and items', () => {
    expect(run(query)).toMatchObject({ nodes: 1 + 10 + 2 * 10 });
    expect(run(query, { maxNodes: 31 })).toHaveProperty('data.items.length', 10);
  });

  it('beyond the limit the operation has no data and one error that names limit and setting', () => {
    const { data, errors } = run(query, { maxNodes: 30 }) as Outcome;
    expect(data).toBeNull();
    expect(errors?.map(({ message, extensions }) => [message, extensions['code']])).toEqual([
      [
        'The answer has more than 30 fields and items (MAX_RESPONSE_NODES). Ask for fewer items, ids or fields at once.',
        'OPERATION_LIMIT_EXCEEDED',
      ],
    ]);
  });

  it('ends an operation that waits, with everything that would have come', async () => {
    // Two items, the field below each, and then twenty items with a field each.
    const query = '{ items(count: 2) { more { index } } }';
    expect(await run(query, { maxNodes: 85 })).toHaveProperty('data.items.1.more.19', { index: 19 });
    const ended = await run(query, { maxNodes: 84 });
    expect(ended.data).toBeNull();
    expect(ended.errors).toHaveLength(1);
  });

  it('a list that is too long is refused before one of its items is made', () => {
    const { errors } = run('{ items(count: 1000000) { failing } }', { maxNodes: 1000 }) as Outcome;
    expect(errors?.map(({ path }) => path)).toEqual([undefined]);
  });
});

describe('a large answer', () => {
  const aliases = (count: number, each: string): string =>
    Array.from({ length: count }, (_, index) => `a${index}: ${each}`).join(' ');
  const large = `{ ${aliases(20, 'items(count: 1000) { index again: index later failing: later }')} }`;

  it('is what graphql-js answers', async () => {
    const expected = await executeByReference({ schema, document: parse(large) });
    const { data, errors } = await run(large);
    expect(JSON.stringify({ errors, data })).toBe(JSON.stringify(expected));
  });

  it('is made in slices, between which the event loop turns; a small one is there at once', async () => {
    const outcome = run(large);
    if (!(outcome instanceof Promise)) throw new Error('It was made in one go.');
    expect(await turnsOf(outcome)).toBeGreaterThanOrEqual(4);
    expect(run('{ items(count: 100) { index } }')).not.toBeInstanceOf(Promise);
  });

  it('stops in the middle when the operation ends: no resolver is called any more', async () => {
    const reason = new Error('The client has left.');
    let hasLeft = false;
    asked = 0;
    const outcome = run(`{ ${aliases(100, 'items(count: 1000) { index again: index }')} }`, {
      ended: () => (hasLeft ? reason : undefined),
    });
    hasLeft = true;
    const before = asked;
    expect(await outcome).toEqual({
      data: null,
      errors: [expect.objectContaining({ message: reason.message })],
    });
    expect(before).toBeLessThan(50);
    expect(asked).toBe(before);
  });
});

describe('the errors of an answer', () => {
  const failing = (count: number): string => `{ items(count: ${count}) { failing } }`;

  it('a thousand are listed', async () => {
    const { errors, leftOut } = await run(failing(1000));
    expect(errors).toHaveLength(1000);
    expect(leftOut).toBeUndefined();
  });

  it('the rest is counted, and one entry tells how many there are', async () => {
    const { errors, leftOut } = await run(failing(1234));
    expect(errors).toHaveLength(1001);
    expect(errors?.[999]?.path).toEqual(['items', 999, 'failing']);
    expect(errors?.[1000]).toMatchObject({
      message:
        '234 more errors are left out: an answer lists 1000 at most, and no setting raises that. Ask for fewer items or ids at once.',
      path: undefined,
      extensions: { code: 'OPERATION_LIMIT_EXCEEDED' },
    });
    expect(leftOut).toMatchObject({ count: 234, roots: new Set(['items']) });
  });

  it('each names at most a hundred places of the document, and the lines of a long document are not counted again', async () => {
    const query = `{ items(count: 300) { ${'\n'.repeat(60_000)} ${'failing '.repeat(300)} } }`;
    const startedAt = process.cpuUsage();
    const { errors } = await run(query);
    // Counted anew for each place, the lines alone take minutes.
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(2000);
    expect(errors?.map(({ locations }) => locations?.length)).toEqual(errors?.map(() => 100));
    expect(errors?.[0]?.locations?.[0]).toEqual({ line: 60_001, column: 2 });
  });
});
