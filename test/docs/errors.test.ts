import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/partner/error.js';
import { firstSpans, read, section } from './markdown.js';

describe('docs/errors.md', () => {
  it('has every code of ErrorCode, in its order, and no other', () => {
    expect(firstSpans(section(read('docs/errors.md'), 'Codes'))).toEqual([...errorCodes]);
  });
});
