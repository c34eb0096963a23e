import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { listMedia, type Media } from '../../src/partner/media.js';
import { hashOfId, type Page } from '../../src/rest/page.js';
import { readLazyPage, readPage } from '../../src/rest/read-response.js';
import { findItemBounds } from '../../src/rest/lazy-page.js';
import { bounded } from '../fuzz/draw.js';
import { responseWith } from '../rig/memory-upstream.js';

const ignore = () => undefined;
const swept = (body: string) =>
  readLazyPage(listMedia, responseWith(body, { bytes: Buffer.from(body) }), ignore);
const usual = (body: string) => readPage(listMedia, responseWith(body), ignore);

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

/**
 * All that a reader can see of a page: its items one by one, where each id of its text is, and
 * everything.
 */
function seen(
  read: (body: string) => Page<Media>,
  body: string,
  order: 'ids first' | 'items first',
) {
  try {
    const page = read(body);
    const at = (index: number) => {
      const item = page.at(index);
      return item instanceof PartnerError ? `${item.code} ${item.message}` : item;
    };
    const indexes = Array.from({ length: page.length }, (_, index) => index);
    const readItems = () => indexes.toReversed().map(at);
    const items = order === 'items first' ? readItems() : [];
    const ids = [...body.matchAll(/"id":("(?:[^"\\]|\\.)*")/g)].map(([, id = '']) =>
      String(JSON.parse(id)),
    );
    const texts = [...ids, 'x', 'other', '', 'é', 'Ã©'];
    return {
      pagination: page.pagination,
      places: texts.map((id) => page.indexOf(id, hashOfId(id))),
      items: [items, readItems()],
      all: page.items.map((item) => (item instanceof PartnerError ? item.message : item)),
    };
  } catch (error) {
    if (error instanceof PartnerError) return `${error.code} ${error.message}`;
    throw error;
  }
}

/** Names and ids with all that could be taken for the frame of an item. */
const word = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '},{"id":"x"',
    '],"pagination":{',
    '"}],"',
    '\\',
    '😀',
    '{"data":[{"id":"',
    '"id"',
    ':{',
    '[',
    '}',
  ),
  fc.constantFrom('a', 'b', 'c', 'é', 'Ã©'),
);
const quoted = word.map((text) => JSON.stringify(text));
/**
 * More members of an item: unknown ones, such as hold other objects, and names that were there
 * before.
 */
const member = fc.oneof(
  quoted.map((value) => `"name":${value}`),
  quoted.map((value) => `"id":${value}`),
  fc.constantFrom(
    '"id" : "other"',
    '"\\u0069d":"other"',
    '"i\\u0064":"other"',
    '"id":7',
    '"__proto__":{"id":"x"}',
  ),
  fc.constantFrom(
    '"v":{"id":"x"}',
    '"v":{"w":{}}',
    '"v":[{"id":"x"},{"id":"y"}]',
    '"v":[]',
    '"v":[1,{"id":"x"}]',
  ),
);
const plain = word.map((id) => JSON.stringify(record(id)));
const withMore = fc
  .tuple(plain, member, fc.boolean())
  .map(([text, more, isLast]) =>
    isLast ? `${text.slice(0, -1)},${more}}` : `{${more},${text.slice(1)}`,
  );
const entry = fc.oneof(
  { weight: 12, arbitrary: plain },
  { weight: 3, arbitrary: withMore },
  { weight: 1, arbitrary: word.map((id) => JSON.stringify(record(id, { name: 7 }))) },
  { weight: 1, arbitrary: fc.json() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '7',
      'null',
      '"},{"',
      '[]',
      '{}',
      '[{"id":"x"}]',
      '{"id":"x"}',
      ' 7',
    ),
  },
);
const comma = fc.oneof(
  { weight: 20, arbitrary: fc.constant(',') },
  fc.constantFrom(', ', ' ,', ',\n'),
);
const list = (max: number) =>
  fc
    .tuple(fc.array(entry, { maxLength: max }), comma)
    .map(([entries, between]) => `"data":[${entries.join(between)}]`);
const paginationMember = fc
  .constantFrom(100, 100, 100, 5, 1)
  .map((limit) => `"pagination":${JSON.stringify({ ...pagination, limit })}`);
const other = fc.oneof(
  fc.constantFrom(
    '"meta":{"id":"x"}',
    '"d\\u0061ta":[{"id":"x"}]',
    '"pagination":null',
    '"data":7',
    '"data":[]',
  ),
  list(2),
  paginationMember,
);
/** What serializers write, with other members after it, before it or in between. */
const anyBody = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(list(12), paginationMember) },
  { weight: 2, arbitrary: fc.tuple(list(6), paginationMember, other) },
  { weight: 1, arbitrary: fc.tuple(list(6), other, paginationMember) },
  { weight: 1, arbitrary: fc.tuple(other, list(6), paginationMember) },
  { weight: 1, arbitrary: fc.tuple(paginationMember, list(6)) },
);
const text = fc.tuple(anyBody, comma).map(([members, between]) => `{${members.join(between)}}`);

describe('a page that is cut into its items', () => {
  it('B9: equals the parsed page in every way, once its items have been read', () => {
    let cut = 0;
    fc.assert(
      fc.property(text, (body) => {
        if (findItemBounds(Buffer.from(body)) !== undefined) cut += 1;
        expect(seen(swept, body, 'items first')).toEqual(seen(usual, body, 'items first'));
      }),
      bounded(1000),
    );
    // Both ways must have been tried.
    expect(cut).toBeGreaterThan(0);
  });

  it('B9: equals the parsed page before that too, if no item names its id twice', () => {
    const property = fc.property(text, (body) => {
      fc.pre(!/[^{]"id"/.test(body));
      expect(seen(swept, body, 'ids first')).toEqual(seen(usual, body, 'ids first'));
    });
    fc.assert(property, bounded(1000));
  });

  it('B9: of two ids of an item the last one counts', () => {
    const twice = `${JSON.stringify(record('a')).slice(0, -1)},"id":"b"}`;
    const body = `{"data":[${twice},${JSON.stringify(record('c'))}],"pagination":${JSON.stringify(pagination)}}`;
    expect(findItemBounds(Buffer.from(body))).toBeDefined();
    const looked = swept(body);
    expect(looked.indexOf('a', hashOfId('a'))).toBe(-1);
    expect(looked.indexOf('b', hashOfId('b'))).toBe(0);
    const found = swept(body);
    expect(found.at(0)).toMatchObject({ id: 'b' });
    expect([found.indexOf('a', hashOfId('a')), found.indexOf('c', hashOfId('c'))]).toEqual([-1, 1]);
  });

  it('parses only the items that are read', () => {
    const body = page(record('a'), record('b'), record('c')).replace('"name of b"', 'broken');
    const cut = swept(body);
    expect(cut).toHaveLength(3);
    expect(cut.at(0)).toEqual(record('a'));
    expect(cut.at(2)).toEqual(record('c'));
    expect(cut.at(1)).toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE' });
    expect(() => swept(body).items).toThrow('not JSON');
  });

  it('B: what is cut off, or no pagination, is refused at once', () => {
    const body = page(record('a'), record('b'));
    for (const cut of [
      body.slice(0, -1),
      body.slice(0, -60),
      body.replace('"limit":100', '"limit":1'),
    ])
      expect(() => swept(cut)).toThrow(PartnerError);
  });

  it('an object inside an item is not taken for an item, though it looks like one to the letter', () => {
    const inner = [record('x'), record('y'), record('z')];
    const whole = swept(page(record('a', { inner }), record('b')));
    expect([whole.length, whole.indexOf('b', hashOfId('b'))]).toEqual([2, 1]);
    expect(whole.items).toEqual([record('a'), record('b')]);
  });
});
