import fc from 'fast-check';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import type { Facade } from '../../src/facade.js';
import { bounded, choices, drawFrom, seed } from './draw.js';
import { generateOperation, type Operation } from './operation.js';
import { byReference } from './reference.js';
import { faultsOfResponse } from './response-format.js';
import { createWorldFacade, faulty, post, readPool } from './world.js';

const plain = (text: string): string => text.replace(/under the id [\w-]+/g, 'under the id');

/** Replaces all boolean variables: a variant compiled for one value must not serve another. */
const withBooleans = ({ query, variables }: Operation, value: boolean | null): Operation => ({
  query,
  variables: Object.fromEntries(
    Object.entries(variables).map(([name, each]) => [
      name,
      typeof each === 'boolean' ? value : each,
    ]),
  ),
});

/** Runs an operation on both, and again, when it is compiled and its sweep history is known. */
async function expectEqual(
  [compiled, reference]: readonly [Facade, Facade],
  given: Operation,
): Promise<void> {
  const hasConditions = Object.values(given.variables).some((value) => typeof value === 'boolean');
  const others = hasConditions
    ? [null, true, false].map((value) => withBooleans(given, value))
    : [];
  for (const [round, operation] of [given, given, ...others, given].entries()) {
    const actual = await post(compiled, operation);
    const expected = await post(reference, operation);
    expect({ round, status: actual.status, text: plain(actual.text) }).toEqual({
      round,
      status: expected.status,
      text: plain(expected.text),
    });
    expect(faultsOfResponse(actual.text)).toEqual([]);
  }
}

it.each([
  ['valid records', 'in plain names and variables', undefined, true, 300],
  ['failing records', 'in plain names and variables', faulty, true, 300],
  ['failing records', 'with literals, directives and strange names', faulty, false, 300],
])(
  `compiled queries have the responses of graphql-js: generated operations over %s, %s (seed ${seed})`,
  async (_over, _how, twist, isPlain, runs) => {
    const pair = [createWorldFacade(twist), createWorldFacade(twist, byReference)] as const;
    const pool = await readPool(createWorldFacade());
    const options = { ...pool, directives: !isPlain, plain: isPlain };
    const operations = choices().map((numbers) =>
      generateOperation(schema, drawFrom(numbers), options),
    );
    const property = fc.asyncProperty(operations, (operation) => expectEqual(pair, operation));
    await fc.assert(property, bounded(runs));
  },
);
