import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundResult, type ToolContent } from '../../../src/extra/mcp/tool-result.js';

const bytesOf = (text: string): number =>
  Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text));

const cost = { requests: 3, limit: 250 };

const edges = (count: number, name = 'x'.repeat(100)) =>
  Array.from({ length: count }, (_each, index) => ({ cursor: `c${index}`, node: { name } }));

it('a result that fits is passed on as it is', () => {
  const content: ToolContent = { data: { a: [1, 2, 3] }, cost };
  expect(boundResult(content, 4096)).toEqual({ content, text: JSON.stringify(content) });
});

describe('a result that is too large', () => {
  it('loses whole items from the end of its longest lists, and says how to read on', () => {
    const pageInfo = { hasNextPage: false, endCursor: 'c99' };
    const data = { screens: { edges: edges(100), pageInfo }, few: [1, 2] };
    const { content } = boundResult({ data, cost }, 8192);
    const [list] = content.truncated?.lists ?? [];
    const shown = list?.shown ?? 0;
    expect(shown).toBeGreaterThan(10);
    const after = `c${shown - 1}`;
    const screens = { edges: edges(shown), pageInfo: { hasNextPage: true, endCursor: after } };
    expect(content.data).toEqual({ few: [1, 2], screens });
    expect(content.truncated?.lists).toEqual([{ path: 'screens.edges', shown, of: 100, after }]);
  });

  it('shows as many items as fit', () => {
    const data = { screens: { edges: edges(100) } };
    const { content } = boundResult({ data, cost }, 8192);
    const shown = content.truncated?.lists[0]?.shown ?? 0;
    const more = { ...content, data: { screens: { edges: edges(100).slice(0, shown + 1) } } };
    expect(bytesOf(JSON.stringify(more))).toBeGreaterThan(8192 - 1024);
  });

  it('has no cursor where the list has none: the cursor of the whole page would skip what was cut', () => {
    const nodes = Array.from({ length: 100 }, () => ({ name: 'x'.repeat(100) }));
    const data = { media: { nodes, pageInfo: { hasNextPage: false, endCursor: 'last' } } };
    const { content } = boundResult({ data, cost }, 8192);
    expect(content.data?.['media']).toMatchObject({
      pageInfo: { hasNextPage: true, endCursor: null },
    });
    expect(content.truncated?.lists[0]).not.toHaveProperty('after');
  });

  it('keeps ten errors and counts the others', () => {
    const error = { code: 'NOT_FOUND', message: 'x'.repeat(200), next: 'y' };
    const errors = Array.from({ length: 500 }, () => error);
    const { content } = boundResult({ data: { a: null }, errors, cost }, 8192);
    expect([content.errors?.length, content.omittedErrors]).toEqual([10, 490]);
  });

  it('is an error where nothing is left to cut', () => {
    const { content } = boundResult({ data: { name: 'x'.repeat(9000) }, cost }, 8192);
    expect(content).toMatchObject({
      data: null,
      errors: [{ code: 'OPERATION_LIMIT_EXCEEDED' }],
      cost,
    });
  });

  it('does not change the data: other requests may share it', () => {
    const data = { screens: { edges: edges(100), pageInfo: { hasNextPage: false } } };
    const before = structuredClone(data);
    boundResult({ data, cost }, 4096);
    expect(data).toEqual(before);
  });

  it('any data stays within the bound, and its lists are beginnings of what they were', () => {
    const value = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' });
    const data = fc.dictionary(fc.string(), value, { maxKeys: 20 });
    const bound = fc.integer({ min: 4096, max: 9000 });
    fc.assert(
      fc.property(data, fc.nat({ max: 300 }), bound, (some, repeat, maxBytes) => {
        const large = { some, list: Array.from({ length: repeat }, () => some) };
        const { content, text } = boundResult({ data: large, cost }, maxBytes);
        expect(bytesOf(text)).toBeLessThanOrEqual(maxBytes - 1024);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(content)));
        const { list = [] } = (content.data ?? {}) as { list?: unknown[] };
        if (content.truncated === undefined && content.data !== null)
          expect(list).toHaveLength(repeat);
      }),
      { numRuns: 200 },
    );
  });
});
