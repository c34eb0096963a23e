import {
  execute as executeByReference,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { MeasuredResult } from '../../src/execution/execution.js';
import type { Bounds } from '../../src/execution/work.js';
import { executeWhole } from './compiled.js';

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

let resolverCalls = 0;

const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      items: {
        type: new GraphQLList(ItemType),
        args: { count: { type: new GraphQLNonNull(GraphQLInt) } },
        resolve(_source, { count }: { count: number }) {
          resolverCalls += 1;
          return list(count);
        },
      },
    },
  }),
});

const list = (count: number): Item[] => Array.from({ length: count }, (_, index) => ({ index }));

const run = (query: string, bounds?: Partial<Bounds>) => executeWhole(schema, query, bounds);

/** Turns of the event loop until a promise settles. */
async function turnsOf(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  const state = { isSettled: false };
  void promise.then(() => (state.isSettled = true));
  while (!state.isSettled) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  return turns;
}

describe('the size of a response', () => {
  // The field, ten items, and two fields of each.
  const query = '{ items(count: 10) { index again: index } }';

  it('is the number of its fields and items', () => {
    expect(run(query)).toMatchObject({ nodes: 1 + 10 + 2 * 10 });
    expect(run(query, { maxNodes: 31 })).toHaveProperty('data.items.length', 10);
  });

  it('ends an operation that still waits for other values', async () => {
    // Two items, the field below each, and then twenty items with a field each.
    const query = '{ items(count: 2) { more { index } } }';
    expect(await run(query, { maxNodes: 85 })).toHaveProperty('data.items.1.more.19', {
      index: 19,
    });
    const ended = await run(query, { maxNodes: 84 });
    expect(ended.data).toBeNull();
    expect(ended.errors).toHaveLength(1);
  });

  it('refuses a list that is too long before it completes an item', () => {
    const { errors } = run('{ items(count: 1000000) { failing } }', {
      maxNodes: 1000,
    }) as MeasuredResult;
    expect(errors?.map(({ path }) => path)).toEqual([undefined]);
  });
});

describe('a large response', () => {
  const aliases = (count: number, each: string): string =>
    Array.from({ length: count }, (_, index) => `a${index}: ${each}`).join(' ');
  const large = `{ ${aliases(20, 'items(count: 1000) { index again: index later failing: later }')} }`;

  it('equals the response of graphql-js', async () => {
    const expected = await executeByReference({ schema, document: parse(large) });
    const { data, errors } = await run(large);
    expect(JSON.stringify({ errors, data })).toBe(JSON.stringify(expected));
  });

  it('is made in slices, between which the event loop turns; a small one is made at once', async () => {
    const result = run(large);
    if (!(result instanceof Promise)) throw new Error('The response was made in one turn.');
    expect(await turnsOf(result)).toBeGreaterThanOrEqual(4);
    expect(run('{ items(count: 100) { index } }')).not.toBeInstanceOf(Promise);
  });

  it('stops in the middle when the operation ends: no further resolver is called', async () => {
    const reason = new Error('The client has left.');
    let hasLeft = false;
    resolverCalls = 0;
    const ended = () => (hasLeft ? reason : undefined);
    const result = run(`{ ${aliases(100, 'items(count: 1000) { index again: index }')} }`, {
      ended,
    });
    hasLeft = true;
    const before = resolverCalls;
    expect(await result).toMatchObject({ data: null, errors: [{ message: reason.message }] });
    expect(before).toBeLessThan(50);
    expect(resolverCalls).toBe(before);
  });
});

describe('the errors of a response', () => {
  const failing = (count: number): string => `{ items(count: ${count}) { failing } }`;

  it('are a thousand; the others are counted, and one entry has their number', async () => {
    const thousand = await run(failing(1000));
    expect([thousand.errors?.length, thousand.omittedErrors]).toEqual([1000, undefined]);
    const { errors, omittedErrors } = await run(failing(1234));
    expect(errors).toHaveLength(1001);
    expect(errors?.[999]?.path).toEqual(['items', 999, 'failing']);
    const message =
      '234 more errors are omitted: a response lists at most 1000, and no setting raises that limit. Request fewer items or ids at once.';
    const extensions = { code: 'OPERATION_LIMIT_EXCEEDED' };
    expect(errors?.[1000]).toMatchObject({ message, path: undefined, extensions });
    expect(omittedErrors).toMatchObject({ count: 234, rootKeys: new Set(['items']) });
  });

  it('have at most a hundred locations each, and do not count the lines of a long document again', async () => {
    const query = `{ items(count: 300) { ${'\n'.repeat(60_000)} ${'failing '.repeat(300)} } }`;
    const startedAt = process.cpuUsage();
    const { errors } = await run(query);
    // graphql-js counts the lines for each location, which takes minutes here.
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(2000);
    expect(errors?.map(({ locations }) => locations?.length)).toEqual(errors?.map(() => 100));
    expect(errors?.[0]?.locations?.[0]).toEqual({ line: 60_001, column: 2 });
  });
});
