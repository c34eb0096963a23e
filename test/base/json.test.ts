import { expect, it } from 'vitest';
import { parseJson } from '../../src/base/json.js';

it('parses a text, and returns undefined for one that is not JSON', () => {
  const texts = ['{"a":[1]}', 'null', '', '{', 'undefined', '{}{}'];
  expect(texts.map(parseJson)).toEqual([{ a: [1] }, null, ...Array<undefined>(4)]);
});
