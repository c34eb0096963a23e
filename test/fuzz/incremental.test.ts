import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { schema } from '../../src/graphql/schema.js';
import { bounded, choices, drawFrom, seed } from './draw.js';
import {
  merge2022,
  type Merged,
  mergeV02,
  type Message,
  messagesOf,
  sorted,
} from './merge-parts.js';
import { generateOperation, type Operation } from './operation.js';
import { createWorldFacade, faulty, post, readPool } from './world.js';

const formats = [
  ['multipart/mixed', merge2022],
  ['multipart/mixed;incrementalSpec=v0.2', mergeV02],
  ['text/event-stream;incrementalSpec=v0.2', mergeV02],
] as const;

const ask = async (facade: Facade, body: object, accept?: string): Promise<Message[]> => {
  const headers = accept === undefined ? {} : { accept };
  const { text } = await post(facade, body, headers);
  return messagesOf(text);
};

const withoutRandomIds = (text: string): string =>
  text.replace(/under the id [\w-]+/g, 'under the id');
const namesOf = ({ errors }: Pick<Merged, 'errors'>): string[] => [
  ...new Set(errors.map(({ path, message }) => `${path?.join('.')} ${withoutRandomIds(message)}`)),
];

/**
 * What is below a null of the whole result, or in a part that failed, may be there or not; all else
 * is equal.
 */
function expectWhole(part: unknown, whole: unknown, mayLack: boolean): void {
  if (whole === null) return;
  if (part === undefined) expect(mayLack).toBe(true);
  else if (typeof whole !== 'object' || part === null)
    expect(part).toEqual(mayLack ? (part ?? whole) : whole);
  else
    for (const [key, value] of Object.entries(whole))
      expectWhole((part as Record<string, unknown>)[key], value, mayLack);
}

describe.each(formats)(`%s brings the whole result (seed ${seed})`, (accept, merge) => {
  it.each([
    ['valid records', undefined, undefined],
    ['failing records', faulty, undefined],
    ['failing records, onError: NULL', faulty, 'NULL'],
  ] as const)('%s', async (_over, twist, onError) => {
    const facade = createWorldFacade(twist, { settings: { ERROR_BEHAVIOR: 'true' } });
    const options = {
      ...(await readPool(createWorldFacade())),
      directives: true,
      plain: true,
      incremental: true,
    };
    const operations = choices().map((numbers) =>
      generateOperation(schema, drawFrom(numbers), options),
    );
    let incremental = 0;
    const property = fc.asyncProperty(operations, async (operation: Operation) => {
      const [whole = {}] = await ask(facade, { ...operation, onError });
      const messages = await ask(facade, { ...operation, onError }, accept);
      if (messages.length > 1) incremental += 1;
      expect(messages.length).toBeLessThanOrEqual(100);
      const isWhole = messages[0]?.data === undefined;
      if (isWhole) expect(messages[0]?.errors?.length).toBe(whole.errors?.length);
      if (isWhole) return;
      const merged = merge(messages);
      if (onError === 'NULL' || whole.errors === undefined) {
        expect(merged.failed).toEqual([]);
        expect(sorted(merged.data)).toEqual(sorted(whole.data));
        expect(namesOf(merged).sort()).toEqual(namesOf({ errors: whole.errors ?? [] }).sort());
      } else expectWhole(merged.data, whole.data, merged.failed.length > 0);
    });
    await fc.assert(property, { ...bounded(200), endOnFailure: true });
    expect(incremental).toBeGreaterThan(bounded(200).numRuns / 20);
  });
});
