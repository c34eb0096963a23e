import fc from 'fast-check';
import {
  buildSchema,
  execute,
  type GraphQLError,
  type GraphQLOutputType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { MeasuredResult } from '../../src/execution/execution.js';
import type { ErrorBehavior } from '../../src/execution/work.js';
import { executeWhole } from './compiled.js';

const schema = buildSchema(`
  type Query { root: Node  rootX: Node! }
  type Node {
    leaf: Int
    leafX: Int!
    child: Node
    childX: Node!
    list: [Node]
    listX: [Node!]!
    deep: [[Int!]]!
  }
`);
for (const name of ['root', 'rootX']) {
  const field = schema.getQueryType()?.getFields()[name];
  if (field === undefined) throw new Error('The schema has both.');
  field.resolve = (_source, _args, context: unknown) => (context as Record<string, unknown>)[name];
}

/** What a field holds, as data: each run makes its values anew. */
type Value = { readonly late: boolean } & (
  | { readonly kind: 'null' }
  | { readonly kind: 'error' }
  /** No integer. */
  | { readonly kind: 'misfit' }
  | { readonly kind: 'leaf'; readonly leaf: number }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Value>> }
);

const levels = 2;

const failing = (kind: 'null' | 'error' | 'misfit'): fc.Arbitrary<Value> =>
  fc.record({ kind: fc.constant(kind), late: fc.boolean() });

/** Nearly every value is one: a required field that fails hides all that is below. */
const orFailure = (value: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof(
    { weight: 40, arbitrary: value },
    { weight: 1, arbitrary: failing('null') },
    { weight: 1, arbitrary: failing('error') },
  );
const integer = fc.record({
  kind: fc.constant('leaf' as const),
  leaf: fc.nat(9),
  late: fc.boolean(),
});
const leaf = orFailure(
  fc.oneof({ weight: 40, arbitrary: integer }, { weight: 1, arbitrary: failing('misfit') }),
);
const listOf = (item: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  orFailure(
    fc.record({
      kind: fc.constant('list'),
      items: fc.array(item, { maxLength: 2 }),
      late: fc.boolean(),
    }),
  );
const leaves = { leaf, leafX: leaf, deep: listOf(listOf(leaf)) };

function node(level: number): fc.Arbitrary<Value> {
  const below = level === 0 ? undefined : node(level - 1);
  const links = below && { child: below, childX: below, list: listOf(below), listX: listOf(below) };
  const fields = fc.record({ ...leaves, ...links });
  return orFailure(fc.record({ kind: fc.constant('object'), fields, late: fc.boolean() }));
}

const selection = (level: number): string => {
  const below = level === 0 ? '' : selection(level - 1);
  return `{ leaf leafX deep ${level === 0 ? '' : ['child', 'childX', 'list', 'listX'].map((name) => `${name} ${below}`).join(' ')} }`;
};

const world = fc.record({ root: node(levels), rootX: node(levels) });
const text = `{ root ${selection(levels)} rootX ${selection(levels)} }`;
const document = parse(text);

/** @param isLate whether values that are late are promises */
function make(value: Value, isLate: boolean): unknown {
  const made = makeNow(value, isLate);
  if (!isLate || !value.late) return made;
  const promise = made instanceof Error ? Promise.reject(made) : Promise.resolve(made);
  // Nobody waits for what is below a field that has failed.
  promise.catch(() => undefined);
  return promise;
}

function makeNow(value: Value, isLate: boolean): unknown {
  if (value.kind === 'null') return null;
  if (value.kind === 'error') return new Error('No luck.');
  if (value.kind === 'misfit') return 0.5;
  if (value.kind === 'leaf') return value.leaf;
  if (value.kind === 'list') return value.items.map((item) => make(item, isLate));
  return makeAll(value.fields, isLate);
}

const makeAll = (
  fields: Readonly<Record<string, Value>>,
  isLate: boolean,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, make(each, isLate)]));

type Path = readonly (string | number)[];

/**
 * The model of NULL: every place holds its own value, or null.
 *
 * @param errors receives the paths of those that fail
 */
function complete(
  type: GraphQLOutputType,
  value: Value | undefined,
  path: Path,
  errors: Path[],
): unknown {
  const nullable: GraphQLOutputType = isNonNullType(type) ? type.ofType : type;
  if (value === undefined || value.kind === 'null') {
    if (isNonNullType(type)) errors.push(path);
    return null;
  }
  if (value.kind === 'error' || value.kind === 'misfit') {
    errors.push(path);
    return null;
  }
  if (isListType(nullable) && value.kind === 'list')
    return value.items.map((item, index) =>
      complete(nullable.ofType, item, [...path, index], errors),
    );
  if (isObjectType(nullable) && value.kind === 'object')
    return Object.fromEntries(
      Object.entries(value.fields).map(([name, each]) => {
        const field = nullable.getFields()[name];
        if (field === undefined) throw new Error('The tree has the fields of its type.');
        return [name, complete(field.type, each, [...path, name], errors)];
      }),
    );
  return value.kind === 'leaf' ? value.leaf : undefined;
}

const run = (errorBehavior: ErrorBehavior, values: Readonly<Record<string, Value>>) =>
  executeWhole(schema, text, { errorBehavior }, makeAll(values, true));

const textOf = (path: Path | undefined): string => JSON.stringify(path);
const pathsOf = ({ errors = [] }: { readonly errors?: readonly GraphQLError[] }): string[] =>
  errors.map(({ path }) => textOf(path)).toSorted();
const plain = (data: unknown): unknown => JSON.parse(JSON.stringify(data));

describe('onError, on generated trees', () => {
  const check = (
    property: (values: Readonly<Record<string, Value>>, model: Model) => Promise<void>,
  ) =>
    fc.assert(
      fc.asyncProperty(world, (values) => {
        const errors: Path[] = [];
        const type = schema.getQueryType();
        if (!type) throw new Error('The schema has a query type.');
        const data = complete(type, { kind: 'object', fields: values, late: false }, [], errors);
        return property(values, { data, paths: errors.map(textOf).toSorted() });
      }),
      { numRuns: 60 },
    );

  interface Model {
    readonly data: unknown;
    readonly paths: readonly string[];
  }

  it('NULL: each failure is null in its own place, and lists one error', () =>
    check(async (values, model) => {
      const result = await run('NULL', values);
      expect(plain(result.data)).toEqual(model.data);
      expect(pathsOf(result)).toEqual(model.paths);
    }));

  it('PROPAGATE: the data of graphql-js, with errors that NULL has too', () =>
    check(async (values, model) => {
      const result = await run('PROPAGATE', values);
      // At once: graphql-js leaves rejections unhandled where a sibling has failed before.
      const expected = await execute({ schema, document, contextValue: makeAll(values, false) });
      expect(plain(result.data)).toEqual(plain(expected.data));
      expect(pathsOf(result).filter((path) => !model.paths.includes(path))).toEqual([]);
      expect(result.errors === undefined).toBe(model.paths.length === 0);
    }));

  it('HALT: no data and one error where anything fails, else the data', () =>
    check(async (values, model) => {
      const result: MeasuredResult = await run('HALT', values);
      if (model.paths.length === 0) expect(plain(result.data)).toEqual(model.data);
      else {
        expect(result.data).toBeNull();
        expect(result.errors).toHaveLength(1);
        expect(model.paths).toContain(pathsOf(result)[0]);
      }
    }));
});
