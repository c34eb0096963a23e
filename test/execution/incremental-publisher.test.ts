import fc from 'fast-check';
import { buildSchema, type GraphQLSchema, isObjectType } from 'graphql';
import {
  buildSchema as buildReferenceSchema,
  experimentalExecuteIncrementally,
  parse as parseForReference,
} from 'graphql-17';
import { expect, it } from 'vitest';
import type { IncrementalSpec } from '../../src/execution/collect-fields.js';
import { bounded, choices, drawFrom, seed } from '../fuzz/draw.js';
import { mergeV02, type Message, sorted } from '../fuzz/merge-parts.js';
import { generateOperation } from '../fuzz/operation.js';
import { compile, workOf } from './compiled.js';

const directives = `
  directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  directive @stream(if: Boolean! = true, label: String, initialCount: Int = 0) on FIELD
`;
const types = `
  type Query { a: Node, b: Node!, list: [Node], some: [Node!]! leaf: Int }
  type Node { id: Int! name: String later: String! fails: Int failsLate: Int! child: Node childLater: Node! nodes: [Node!] }
`;

const inTurns = async <T>(value: T, turns: number): Promise<T> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return value;
};

/** Members as resolvers, for both versions; each value has its own time. */
function node(id: number): object {
  const below = (step: number) => (id > 4000 ? null : node(id * 3 + step));
  return {
    id,
    name: `n${id}`,
    later: () => inTurns(id % 11 === 10 ? null : `l${id}`, id % 3),
    fails: () => (id % 2 === 0 ? new Error(`f${id}`) : id),
    failsLate: () => inTurns(id % 5 === 4 ? null : id, (id % 4) + 1),
    child: () => below(1),
    childLater: () => inTurns(below(2), id % 2),
    nodes: () =>
      inTurns(id > 4000 ? [] : [node(id * 3 + 1), node(id * 3 + 2), node(id * 3 + 3)], id % 2),
  };
}

const rootValue = {
  a: () => node(1),
  b: () => inTurns(node(2), 1),
  leaf: 1,
  list: [node(3), null, node(5)],
  some: [node(6), node(7)],
};

/** The compiled executor resolves by resolvers alone. */
function schemaWithResolvers(): GraphQLSchema {
  const schema = buildSchema(directives + types);
  for (const type of [schema.getType('Query'), schema.getType('Node')]) {
    if (!isObjectType(type)) throw new Error('Both are objects.');
    for (const field of Object.values(type.getFields())) {
      field.resolve = (source: unknown) => {
        const value = ((source ?? rootValue) as Record<string, unknown>)[field.name];
        return typeof value === 'function' ? (value as () => unknown)() : value;
      };
    }
  }
  return schema;
}

const schema = schemaWithResolvers();
const referenceSchema = buildReferenceSchema(directives + types);

const asMessages = async (result: unknown): Promise<Message[]> => {
  const messages: unknown[] = [];
  if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
    for await (const message of result as AsyncIterable<unknown>) messages.push(message);
  else messages.push({ ...(result as object), hasNext: false });
  return JSON.parse(JSON.stringify(messages)) as Message[];
};

/** Undefined where the variables do not fit. */
async function executeInParts(query: string, variables: object, spec: IncrementalSpec = 'v0.2') {
  const result = await compile(schema, query).execute({}, { ...variables }, workOf(), spec);
  return result && asMessages(result);
}

async function executeByReference(query: string, variables: object): Promise<Message[]> {
  const result = await experimentalExecuteIncrementally({
    schema: referenceSchema,
    document: parseForReference(query),
    rootValue,
    variableValues: { ...variables },
  });
  if (!('initialResult' in result)) return asMessages(result);
  const [first] = await asMessages(result.initialResult);
  return [{ ...first, hasNext: true }, ...(await asMessages(result.subsequentResults))];
}

it('the format of 2022: an item that is complete waits for those before it', async () => {
  const messages = await executeInParts('{ b { nodes @stream { id later } } }', {}, '20220824');
  const items = messages?.flatMap(({ incremental = [] }) => incremental);
  expect(items?.map(({ path }) => path?.at(-1))).toEqual([0, 1, 2]);
});

it.each([
  ['has failed', { errorBehavior: 'HALT' }],
  ['is too long', { maxNodes: 2 }],
  ['is streamed in slices', {}],
] as const)('a list that %s: no rejection of an item is unhandled', async (_which, bounds) => {
  const oneList = buildSchema(`${directives} type Query { list: [Int] }`);
  const field = oneList.getQueryType()?.getFields()['list'];
  const items = () => [
    new Error('f0'),
    ...Array.from({ length: 2000 }, () => Promise.reject(new Error('f'))),
  ];
  Object.assign(field ?? {}, { resolve: items });
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  await compile(oneList, '{ list @stream }').execute({}, {}, workOf(bounds), 'v0.2');
  await inTurns(undefined, 2);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

const options = {
  ids: [''],
  nodeIds: [''],
  cursors: [''],
  directives: true,
  plain: true,
  incremental: true,
};
const operations = choices().map((numbers) =>
  generateOperation(schema, drawFrom(numbers), options),
);

it(`the format v0.2 with @defer: the result of the executor of graphql-js 17, and failures where that has them (seed ${seed})`, async () => {
  /** How often the documents have met what the property is about. */
  const met = { subPath: 0, failed: 0, announcedLater: 0 };
  const property = fc.asyncProperty(operations, async ({ query: withStreams, variables }) => {
    // That streams lists in more places, and an item that fails takes less with it there.
    const query = withStreams.replace(/ @stream(?:\([^)]*\))?/g, '');
    const messages = await executeInParts(query, variables);
    if (messages === undefined) return;
    const actual = mergeV02(messages);
    met.subPath += Number(JSON.stringify(messages).includes('"subPath"'));
    met.failed += Number(actual.failed.length > 0);
    met.announcedLater += Number(messages.slice(1).some(({ pending }) => pending !== undefined));
    const expected = mergeV02(await executeByReference(query, variables));
    expect(sorted(actual.data)).toEqual(sorted(expected.data));
    expect(pathsOf(actual.failed)).toEqual(pathsOf(expected.failed));
  });
  await fc.assert(property, { ...bounded(600), endOnFailure: true });
  for (const [what, count] of Object.entries(met))
    expect(count, what).toBeGreaterThanOrEqual(bounded(600).numRuns / 100);
});

const pathsOf = (paths: readonly (readonly (string | number)[])[]): string[] =>
  paths.map((path) => path.join('.')).sort();
