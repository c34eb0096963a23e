import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { getScreen, listScreens } from '../../src/partner/screen.js';
import { boundJson, jsonLimits, type JsonLimits } from '../../src/rest/bounded-json.js';
import type { Page } from '../../src/rest/page.js';
import { readLazyPage, readPage, readResponse } from '../../src/rest/read-response.js';
import { sampleRecord } from '../partner/record.js';
import { processorTime } from '../rig/growth.js';
import { responseWith } from '../rig/memory-upstream.js';

const ignore = () => undefined;

/** What a value holds, by the recursion that the pass over the text does without. */
function measure(value: unknown): { values: number; levels: number } {
  if (typeof value !== 'object' || value === null) return { values: 0, levels: 0 };
  const parts = Object.values(value).map(measure);
  const commas = Math.max(0, parts.length - 1);
  return {
    values: parts.reduce((sum, part) => sum + part.values, 1 + commas),
    levels: 1 + Math.max(0, ...parts.map(({ levels }) => levels)),
  };
}

/** The value without the items that hold too much; undefined where the rest does. */
function boundedModel(body: object, { maxValues, maxItemValues, maxLevels }: JsonLimits): unknown {
  const isTooMuch = (item: unknown, level: number, max: number): boolean => {
    const { values, levels } = measure(item);
    return values > max || levels + level > maxLevels;
  };
  const kept = Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value)
        ? value.map((item: unknown) => (isTooMuch(item, 2, maxItemValues) ? null : item))
        : value,
    ]),
  );
  return isTooMuch(kept, 0, maxValues) ? undefined : kept;
}

describe('the values of a body', () => {
  it('are bounded in all, and in each item of a list, whatever strings hold', () => {
    const value = fc.jsonValue({ maxDepth: 5 });
    const strange = fc.constantFrom('"', '\\', '\\"', '[', '{,}', ']', '\\\\"', 'é"[');
    const property = fc.property(
      fc.dictionary(
        fc.oneof(fc.string(), strange),
        fc.oneof(value, strange, fc.array(fc.oneof(value, strange))),
      ),
      fc.record({ maxValues: fc.nat(40), maxItemValues: fc.nat(12), maxLevels: fc.nat(6) }),
      (body, limits) => {
        const bounded = boundJson(Buffer.from(JSON.stringify(body)), limits);
        const found: unknown = bounded === undefined ? undefined : JSON.parse(bounded);
        expect(found).toEqual(boundedModel(JSON.parse(JSON.stringify(body)) as object, limits));
      },
    );
    fc.assert(property, { seed: 20_261_128, numRuns: 2000 });
  });

  it('are counted in less time than parsing takes', () => {
    const text = JSON.stringify({
      data: Array.from({ length: 5000 }, () => sampleRecord('Screen')),
    });
    const bytes = Buffer.from(text);
    const counting = processorTime(() => boundJson(bytes, { ...jsonLimits, maxValues: 2 ** 30 }));
    expect(counting / processorTime(() => JSON.parse(text))).toBeLessThan(2);
  });
});

const pagination = { page: 1, limit: 100, total: 2, totalPages: 1 };
const record = JSON.stringify(sampleRecord('Screen'));
const screenWith = (member: string): string => record.replace('{', `{${member},`);
const failureOf = (read: () => unknown): string => {
  try {
    read();
    return 'none';
  } catch (error) {
    return error instanceof PartnerError ? `${error.code} ${error.message}` : String(error);
  }
};

/** Bytes of a body that would cost seconds if all of it were parsed and checked. */
const size = 8 * 1024 * 1024;
const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length));
const nested = '['.repeat(size / 2) + ']'.repeat(size / 2);

const hostile: readonly (readonly [string, string])[] = [
  ['empty windows', `"availability":{"mode":"weekly","weekly":[${fill('{},')}{}]}`],
  ['numbers', `"odd":[${fill('0,')}0]`],
  ['unknown fields', `${fill('"odd":0,')}"odd":0`],
  ['lists in each other', `"odd":${nested}`],
];

describe('a body that holds too much', () => {
  it.each(hostile)('B36: of %s is invalid, before it is parsed', (_what, member) => {
    const response = responseWith(`{"data":${screenWith(member)}}`);
    expect(failureOf(() => readResponse(getScreen, 'whole', response, ignore))).toBe(
      'UPSTREAM_INVALID_RESPONSE partnerV1_screen was answered with a body of more than 250000 values, or 1000 levels.',
    );
  });

  it.each(hostile)('B36: of %s in one record costs that record alone', (_what, member) => {
    const text = `{"data":[${record},${screenWith(member)}],"pagination":${JSON.stringify(pagination)}}`;
    const response = responseWith(text, { bytes: Buffer.from(text) });
    const shown = (page: Page<unknown>): unknown =>
      page.items.map((item) => (item instanceof PartnerError ? item.code : item));
    const expected = [JSON.parse(record), 'UPSTREAM_INVALID_RESPONSE'];
    expect(shown(readPage(listScreens, response, ignore))).toEqual(expected);
    expect(shown(readLazyPage(listScreens, response, ignore))).toEqual(expected);
  });
});

describe('a record of many values', () => {
  const read = (text: string, drift: () => void = ignore) =>
    readResponse(getScreen, 'whole', responseWith(`{"data":${text}}`), drift);
  const windowsOf = (window: object, count: number): string =>
    JSON.stringify({
      ...sampleRecord('Screen'),
      availability: {
        ...sampleRecord('Availability'),
        weekly: Array.from({ length: count }, () => window),
      },
    });

  it('B36: is checked up to its first fault, and a small one whole', () => {
    const faults = (count: number): string => failureOf(() => read(windowsOf({}, count)));
    expect(faults(2)).toContain(
      'at availability.weekly.0.day, availability.weekly.0.start, availability.weekly.0.end, availability.weekly.1.day, ' +
        'availability.weekly.1.start and 1 more',
    );
    expect(faults(50_000)).toMatch(/at availability\.weekly\.0\.day\.$/);
    const text = windowsOf({}, 50_000);
    const parsing = processorTime(() => JSON.parse(text));
    expect(processorTime(() => failureOf(() => read(text))) / parsing).toBeLessThan(15);
  });

  it('B18: reports a hundred deviations at most', () => {
    let found = 0;
    const window = { day: 'monday', start: '08:00', end: '09:00' };
    read(windowsOf({ ...window, odd: 1 }, 5000), () => (found += 1));
    expect(found).toBe(100);
    read(windowsOf({ ...window, day: 'noday' }, 5000), () => (found += 1));
    expect(found).toBe(200);
  });

  it('is served as it is where it keeps the contract', () => {
    const text = windowsOf({ day: 'monday', start: '08:00', end: '09:00' }, 50_000);
    expect(read(text)).toEqual({ record: JSON.parse(text) as unknown, isExact: true });
  });
});
