import { describe, expect, it } from 'vitest';
import { checkContract } from '../../src/contract/check.js';
import { CommandError } from '../../src/command/subcommand.js';
import { schemas, seeded, text } from './seed.js';

describe('the document of the simulator', () => {
  it('matches what the façade relies on', () => {
    expect(checkContract(seeded()), 'add what is missing to src/simulator/openapi').toEqual([]);
  });
});

describe('every difference', () => {
  it('is reported once, with its address in the document', () => {
    const [difference, ...more] = checkContract(seeded([`${schemas}/Viewport/properties/width`, text]));
    expect(more).toEqual([]);
    expect(difference).toEqual({
      impact: 'breaking',
      name: 'type changed',
      where: 'partnerV1_screens data[].viewport.width',
      address: '#/components/schemas/Viewport/properties/width',
      detail: 'expected: number; documented: string',
    });
  });
});

describe('a document that cannot be compared', () => {
  const { components, ...rest } = seeded() as { components: object };

  it.each<readonly [string, unknown, RegExp]>([
    ['a list', [], /not a JSON object/],
    ['something else', { name: 'x' }, /not OpenAPI 3/],
    ['Swagger 2.0', { swagger: '2.0', paths: {} }, /not OpenAPI 3/],
    ['without paths', { openapi: '3.1.0' }, /no `paths`/],
    ['a reference to a missing value', rest, /refers to a missing value at #\/paths.*"#\/components/],
    [
      'a reference to another document',
      seeded([`${schemas}/Viewport`, { $ref: 'viewport.json' }]),
      /refers to another document at #\/components\/schemas\/Viewport: "viewport.json"/,
    ],
    [
      'a reference in a circle',
      seeded([`${schemas}/Viewport`, { $ref: '#/components/schemas/Viewport' }]),
      /circular references/,
    ],
    [
      'a schema that is part of itself',
      seeded([`${schemas}/Viewport`, { allOf: [{ $ref: '#/components/schemas/Viewport' }] }]),
      /inside itself/,
    ],
  ])('%s is refused with one line', (_name, document, message) => {
    expect(components).toBeDefined();
    expect(() => checkContract(document)).toThrow(CommandError);
    expect(() => checkContract(document)).toThrow(message);
  });
});
