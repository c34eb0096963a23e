import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { describe, expect, it } from 'vitest';
import { negotiate } from '../../src/http/negotiation.js';
import { bounded, seed } from '../fuzz/draw.js';

const json = 'application/json';
const graphql = 'application/graphql-response+json';
const multipart = 'multipart/mixed';
const events = 'text/event-stream';
const deferring = 'multipart/mixed;deferSpec=20220824';
const v02 = 'incrementalSpec=v0.2';
const served = [json, graphql, multipart, events];

it.each([
  ['no header', undefined, json, undefined],
  ['an empty header', '', json, undefined],
  ['curl, node-fetch', '*/*', json, undefined],
  ['axios', 'application/json, text/plain, */*', json, undefined],
  ['graphql-request', `${graphql}, ${json}`, graphql, undefined],
  ['Apollo Client 3', '*/*', json, undefined],
  ['Apollo Client 3, @defer', `${deferring},${json}`, json, multipart],
  ['Apollo Client 4', `${graphql},${json};q=0.9`, graphql, undefined],
  ['Apollo Client 4, @defer', `${deferring},${graphql},${json};q=0.9`, graphql, multipart],
  [
    'urql',
    `${graphql}, application/graphql+json, ${json}, ${events}, ${multipart}`,
    graphql,
    multipart,
  ],
  ['graphql-sse', events, undefined, events],
  ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', json, undefined],
  ['Java', 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', json, undefined],
])('media types of common clients: %s', (_client, accept, whole, parts) => {
  const deferSpec = accept?.startsWith(deferring) === true ? '20220824' : undefined;
  expect(negotiate(accept)).toEqual({ whole, parts, deferSpec });
});

describe('lists as files', () => {
  const [csv, ndjson] = ['text/csv', 'application/x-ndjson'];
  it.each([
    ['CSV alone', csv, undefined, csv],
    ['NDJSON alone', ndjson, undefined, ndjson],
    ['JSON with a lower weight', `${csv}, ${json};q=0.5`, json, csv],
    ['at equal weights the first wins', `${csv}, */*`, json, csv],
    ['at equal weights the first wins', `${json}, ${csv}`, json, undefined],
    ['the heavier file', `${csv};q=0.3, ${ndjson};q=0.4, ${graphql};q=0.1`, graphql, ndjson],
    ['a refused file', `${csv};q=0, */*`, json, undefined],
    ['a file that nobody names', 'text/*, */*;q=0.1', json, undefined],
    ['parts with a lower weight', `${csv}, ${multipart};q=0.5`, undefined, csv],
  ])('%s: %s', (_fact, accept, whole, file) => {
    expect(negotiate(accept)).toEqual({ whole, parts: undefined, file });
  });
  it('parts with a greater weight come first', () => {
    expect(negotiate(`${csv};q=0.5, ${events}`)).toEqual({ whole: undefined, parts: events });
  });
});

describe('weights', () => {
  it.each([
    [
      'blanks and capitals do not matter',
      `Application/JSON ; Q=0.4 ,${graphql} ;q=0.3`,
      json,
      undefined,
    ],
    ['0.000 is a refusal', `${json};q=0.000, ${graphql};q=0.001`, graphql, undefined],
    ['an invalid weight is ignored', `${graphql};q=0.9, ${json};q=high`, json, undefined],
    [
      'parts that are refused with a parameter are not sent',
      `*/*, ${deferring};q=0`,
      json,
      undefined,
    ],
    [
      'the heavier kind of parts is chosen',
      `${json};q=0.1, ${multipart};q=0.5, ${events}`,
      json,
      events,
    ],
    [
      'parts alone, when JSON is refused',
      `${json};q=0, ${graphql};q=0, ${events}`,
      undefined,
      events,
    ],
    [
      'a quoted comma divides nothing',
      `${json};x="a, ${graphql};q=0", ${graphql};q=0.5`,
      json,
      undefined,
    ],
    ['a quoted charset is read', `${graphql};charset="UTF-8", ${json};q=0.1`, graphql, undefined],
  ])('%s', (_fact, accept, whole, parts) => {
    expect(negotiate(accept)).toEqual({ whole, parts });
  });

  it.each([
    ...[
      'text/plain',
      'text/html',
      'image/*',
      '*/*;q=0',
      'application/jsonx',
      'application',
      '*',
      'null',
    ],
    ...[
      `${json};q=0`,
      `${json};q=0, ${graphql};q=0.0`,
      '*/*;q=0, text/plain',
      `${json};charset=latin1`,
    ],
    ...[
      'multipart/mixed;incrementalSpec=v9',
      `${multipart};incrementalSpec=V0.2, ${events};incrementalSpec=""`,
    ],
  ])('%s accepts no type of the façade', (accept) => {
    expect(negotiate(accept)).toBeUndefined();
  });

  it.each([
    [`${multipart};incrementalSpec=v0.2`, undefined, multipart, 'v0.2'],
    [`${events};incrementalSpec=v0.2`, undefined, events, 'v0.2'],
    [`${multipart};INCREMENTALSPEC="v0.2", ${json};q=0.9`, json, multipart, 'v0.2'],
    [`${multipart} ; incrementalSpec = v0.2 ; q=0.5, ${json}`, json, undefined, undefined],
    [`${multipart};${v02};q=0.5, ${deferring}`, undefined, multipart, undefined],
    [
      `${multipart};incrementalSpec=v0.2, ${multipart};deferSpec=20220824`,
      undefined,
      multipart,
      'v0.2',
    ],
    [
      `${multipart};deferSpec=20220824, ${multipart};incrementalSpec=v0.2`,
      undefined,
      multipart,
      undefined,
    ],
    [
      `${events};incrementalSpec=v0.2, ${multipart};incrementalSpec=v0.2`,
      undefined,
      events,
      'v0.2',
    ],
    [`${events}, ${multipart};incrementalSpec=v0.2`, undefined, events, undefined],
    [`${multipart};incrementalSpec=v9, ${events}`, undefined, events, undefined],
    [`${multipart};incrementalSpec=V0.2, ${json}`, json, undefined, undefined],
    [`${multipart};deferSpec=20990101`, undefined, multipart, undefined],
    [`${multipart};incrementalSpec=v0.2;q=0, ${multipart}, ${json}`, json, multipart, undefined],
    [`${multipart};q=0, ${multipart};incrementalSpec=v0.2`, undefined, multipart, 'v0.2'],
    [`${json};incrementalSpec=v0.2`, json, undefined, undefined],
  ])('%s: the format of parts', (accept, whole, parts, incrementalSpec) => {
    expect(negotiate(accept)).toMatchObject({ whole, parts, incrementalSpec });
  });

  it.each([
    [`${deferring},${graphql},${json}`, '20220824'],
    [`${multipart} ; DeferSpec="20220824" ; q=0.5`, '20220824'],
    [`${multipart}, ${deferring};q=0.5`, '20220824'],
    [multipart, undefined],
    [`${multipart};deferSpec=20990101`, undefined],
    [`${deferring};q=0, ${multipart}`, undefined],
    [`${deferring}, ${events};q=0.9, ${multipart};${v02}`, '20220824'],
    [`${deferring};q=0.9, ${events}`, undefined],
    [`${deferring};${v02}`, undefined],
    [`${deferring};q=0.5, ${multipart};${v02}`, undefined],
    [`${json}, ${deferring};q=0.9`, undefined],
  ])('%s: deferSpec is %s', (accept, deferSpec) => {
    expect(negotiate(accept)?.deferSpec).toBe(deferSpec);
  });

  it('a header of a million elements is read without an error', () => {
    expect(negotiate(`${'a/b,'.repeat(1_000_000)}${json}`)?.whole).toBe(json);
  });
});

interface Range {
  readonly range: string;
  readonly weight: number | undefined;
}

const ranges = fc.array(
  fc.record({
    range: fc.constantFrom(
      ...served,
      'application/*',
      'multipart/*',
      'text/*',
      '*/*',
      'text/plain',
      'a/b',
    ),
    weight: fc.option(fc.constantFrom(0, 0.001, 0.3, 0.5, 0.999, 1), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** The list as a header, with capitals, blanks and parameters that do not matter. */
const print = (list: readonly Range[], style: number): string =>
  list
    .map(({ range, weight }, index) => {
      const odd = (style >> index) % 2 === 1;
      const parameter = odd ? ' ; Version="1,2;3"' : '';
      const name = odd ? range.toUpperCase() : range;
      return `${name}${parameter}${weight === undefined ? '' : `;q=${weight}`}`;
    })
    .join(style % 3 === 0 ? ',' : ' , ');

/** The weight of a type by RFC 9110, 12.5.1: the most specific range decides. */
function weightBy(list: readonly Range[], type: string): number {
  const [major = ''] = type.split('/');
  const levels = [type, `${major}/*`, '*/*'];
  const decisive = levels.find((level) => list.some(({ range }) => range === level));
  const weights = list.filter(({ range }) => range === decisive).map(({ weight = 1 }) => weight);
  return decisive === undefined ? 0 : Math.max(...weights);
}

describe(`any header (seed ${seed})`, () => {
  it('chooses a type of the greatest weight, and none only if none is accepted', () => {
    const property = fc.property(ranges, fc.nat({ max: 63 }), (list, style) => {
      const types = negotiate(print(list, style));
      const [ofJson, ofParts] = [served.slice(0, 2), served.slice(2)].map((group) =>
        Math.max(...group.map((type) => weightBy(list, type))),
      );
      expect(types === undefined).toBe(Math.max(ofJson ?? 0, ofParts ?? 0) === 0);
      if (types === undefined) return;
      expect(types.whole === undefined ? 0 : weightBy(list, types.whole)).toBe(ofJson);
      if (types.parts === undefined) return;
      expect(weightBy(list, types.parts)).toBeGreaterThanOrEqual(ofJson ?? 0);
      expect(weightBy(list, types.parts)).toBeGreaterThan(0);
    });
    fc.assert(property, bounded(500));
  });

  it('without weights, a single result has the type that Yoga chooses', async () => {
    const schema = buildSchema('type Query { a: Int }');
    const yoga = createYoga({ schema, logging: false });
    const plain = ranges.map((list) => list.map(({ range }) => range).join(', '));
    const property = fc.asyncProperty(plain, async (accept) => {
      const response = await yoga.fetch(
        new Request('http://yoga.test/graphql', {
          method: 'POST',
          headers: { accept, 'content-type': json },
          body: '{"query":"{ a }"}',
        }),
      );
      await response.text();
      const type = response.headers.get('content-type')?.split(';')[0];
      const types = negotiate(accept);
      expect(types?.whole ?? types?.parts).toBe(response.status === 406 ? undefined : type);
    });
    await fc.assert(property, bounded(500));
  });

  it('never throws', () => {
    const property = fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (accept) => {
      const types = negotiate(accept);
      if (types !== undefined) expect(served).toContain(types.whole ?? types.parts);
    });
    fc.assert(property, bounded(500));
  });
});
