import { describe, expect, it } from 'vitest';
import {
  type BatchState,
  type BatchStrategy,
  chooseBatchStrategy,
} from '../../src/session/batch-strategy.js';

/** Forty ids over a list of five pages, of which nothing is known but its length. */
const start: BatchState = {
  missing: 40,
  unreadPages: 5,
  hasReadPages: false,
  hasFoundIds: false,
  sample: 'untaken',
  unlistedShare: 1,
};

const table: readonly [what: string, state: Partial<BatchState>, expected: BatchStrategy][] = [
  ['two ids, and a list of unknown length', { missing: 2, unreadPages: undefined }, 'singles'],
  ['three ids, and a list of unknown length', { missing: 3, unreadPages: undefined }, 'probe'],
  ['a list that is read whole', { unreadPages: 0, hasFoundIds: true }, 'singles'],
  ['as many pages as ids', { missing: 5, hasFoundIds: true }, 'singles'],
  ['one page fewer than ids', { missing: 6, hasFoundIds: true }, 'sweep'],
  ['no evidence that the ids exist', {}, 'probe'],
  ['a last sweep that showed every id', { unlistedShare: 0 }, 'sweep'],
  // 5 + 0.85 * 40 = 39, and 5 + 0.875 * 40 = 40.
  ['a last sweep that showed enough', { unlistedShare: 0.85 }, 'sweep'],
  ['a last sweep that showed too few', { unlistedShare: 0.875 }, 'probe'],
  ['pages that have shown an id', { hasReadPages: true, hasFoundIds: true }, 'sweep'],
  ['pages that have shown none', { hasReadPages: true }, 'sample'],
  [
    'pages that have shown none, against the last sweep',
    { hasReadPages: true, unlistedShare: 0 },
    'sample',
  ],
  ['a sample that exists', { hasReadPages: true, sample: 'exists' }, 'sweep'],
  ['a sample that has failed', { hasReadPages: true, sample: 'failed' }, 'singles'],
];

describe('the next step of a batch', () => {
  it.each(table)('%s', (_what, state, expected) => {
    expect(chooseBatchStrategy({ ...start, ...state })).toBe(expected);
  });
});
