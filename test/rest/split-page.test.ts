import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { listMedia, type Media } from '../../src/partner/media.js';
import type { Page } from '../../src/rest/page.js';
import { readPage, readSweptPage } from '../../src/rest/read-answer.js';
import { splitPage } from '../../src/rest/split-page.js';

const answerOf = (body: string) => ({
  status: 200,
  contentType: 'application/json',
  retryAfter: undefined,
  body,
  wasSent: true,
});
const ignore = () => undefined;
const swept = (body: string) => readSweptPage(listMedia, answerOf(body), ignore);
const usual = (body: string) => readPage(listMedia, answerOf(body), ignore);

const record = (id: string, more: object = {}) => ({
  id,
  name: `name of ${id}`,
  type: 'image',
  status: 'ready',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
});
const pagination = { page: 1, limit: 100, total: 250, totalPages: 3 };
const page = (...data: unknown[]) => JSON.stringify({ data, pagination });

/** What a page shows of each id that stands on it, the first of several, as a reader of single records sees it. */
function shown(page: Page<Media>): Map<unknown, unknown> {
  const found = new Map<unknown, unknown>();
  for (let index = 0; index < page.length; index += 1) {
    const item = page.at(index);
    if (!found.has(page.idAt(index)))
      found.set(page.idAt(index), item instanceof PartnerError ? item.code : item);
  }
  return found;
}

/** Names and ids with all that could be taken for the frame of an item. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('},{"id":"x"', '],"pagination":{', '"}],"', '\\', '😀', '{"data":[{"id":"'),
);
const item = fc.oneof(
  { weight: 6, arbitrary: fc.record({ id: text, name: text }).map(({ id, name }) => record(id, { name })) },
  { weight: 1, arbitrary: text.map((id) => record(id, { name: 7 })) },
  { weight: 1, arbitrary: text.map((id) => ({ seen: 1, ...record(id) })) },
  { weight: 1, arbitrary: text.map((id) => record(id, { tags: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] })) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'updatedAt' in value;

describe('a page that is cut into its items', () => {
  it('shows every id as the parsed page does', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), (data) => {
        const body = page(...data);
        const expected = shown(usual(body));
        const told = shown(swept(body));
        // An entry that is no object hides the item behind it, which is then asked for by itself.
        const isHidden = (id: unknown) => typeof id !== 'string' || (!told.has(id) && !data.every(isRecord));
        for (const [id, value] of expected) if (!isHidden(id)) expect(told.get(id)).toEqual(value);
        for (const [id, value] of told)
          if (typeof value === 'object') expect(value).toEqual(expected.get(id));
        expect(swept(body).items).toEqual(usual(body).items);
        expect(swept(body).pagination).toEqual(pagination);
      }),
      { numRuns: 500 },
    );
  });

  it('parses nothing but what is looked at', () => {
    const body = page(record('a'), record('b'), record('c')).replace('"name of b"', 'broken');
    const cut = swept(body);
    expect([cut.length, cut.idAt(1)]).toEqual([3, 'b']);
    expect(cut.at(0)).toEqual(record('a'));
    expect(cut.at(2)).toEqual(record('c'));
    expect(cut.at(1)).toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE' });
    expect(() => swept(body).items).toThrow('not JSON');
  });

  it.each([
    ['white space', JSON.stringify({ data: [record('a')], pagination }, undefined, 1)],
    ['the pagination first', JSON.stringify({ pagination, data: [record('a')] })],
    ['another member first', JSON.stringify({ data: [{ seen: 1, ...record('a') }], pagination })],
    ['an escape in an id', page(record('a\n'))],
    ['no items', page()],
    ['no pagination', JSON.stringify({ data: [record('a')] })],
    ['an id that is a number', page({ ...record('a'), id: 7 })],
  ])('%s: the page is read as usual', (_what, body) => {
    expect(splitPage(body)).toBeUndefined();
  });

  it('B: what is cut off, or no pagination, is refused at once', () => {
    const body = page(record('a'), record('b'));
    for (const cut of [body.slice(0, -1), body.slice(0, -60), body.replace('"limit":100', '"limit":1')])
      expect(() => swept(cut)).toThrow(PartnerError);
  });

  it('an object inside an item is not taken for an item, though it looks like one to the letter', () => {
    const inner = [record('x'), record('y'), record('z')];
    const cut = swept(page(record('a', { inner }), record('b')));
    const ids = [0, 1, 2, 3].map((index) => cut.idAt(index));
    expect(ids).toEqual(['a', 'y', 'z', 'b']);
    // Whoever asks for the outer item first has the page read as usual; `y` alone would be believed.
    expect(cut.at(0)).toEqual(record('a'));
    expect(cut.at(1)).toBeInstanceOf(PartnerError);
    expect(cut.at(3)).toEqual(record('b'));
  });
});
