import { readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** The public schema of the last release, 0.1.0. With a release, `schema.graphql` is copied over it, and formatted. */
const released = read('released.graphql');
const current = read('../../schema.graphql');

/** What would break documents or types of a client, by graphql-inspector's judgement. */
async function breaks(before: string, after: string): Promise<string[]> {
  const changes = await diff(buildSchema(before), buildSchema(after));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path = '', message }) => `${path}: ${message}`);
}

describe('the public schema since the last release', () => {
  it('breaks no client', async () => {
    expect(await breaks(released, current)).toEqual([]);
  });

  it.each([
    [
      'a field is gone',
      '  isOnNow: Boolean!',
      '  isOpen: Boolean!',
      "Availability.isOnNow: Field 'isOnNow' was removed from object type 'Availability'",
    ],
    [
      'a field may be null',
      '  isOnNow: Boolean!',
      '  isOnNow: Boolean',
      "Availability.isOnNow: Field 'Availability.isOnNow' changed type from 'Boolean!' to 'Boolean'",
    ],
    [
      'a value is gone',
      '  TAKEOVER\n',
      '  INSTEAD\n',
      "RenderingMode.TAKEOVER: Enum value 'TAKEOVER' was removed from enum 'RenderingMode'",
    ],
  ])('would say that %s', async (_name, from, to, message) => {
    expect(await breaks(released, released.replace(from, to))).toEqual([message]);
  });

  it('may grow: a new field breaks nobody', async () => {
    const grown = released.replace('  isOnNow: Boolean!', '  isOnNow: Boolean!\n  until: DateTime');
    expect(await breaks(released, grown)).toEqual([]);
  });
});
