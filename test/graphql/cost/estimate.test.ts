import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCursor } from '../../../src/paging/cursor.js';
import { findAsPlanned, openFind } from '../../find/find-world.js';
import { listOf } from '../../find/numbered-screen.js';
import { bounded, seed } from '../../fuzz/draw.js';
import { startSystem, type TestSystem } from '../../system/test-system.js';
import { ask, mediaAt, nodeIdOf, places, screenAt } from '../../economy/ask.js';

async function estimate(system: TestSystem, query: string, variables: object = {}) {
  const headers = { 'X-Upstream-Explain': 'plan' };
  return (await ask(system, query, { variables, headers })).upstream?.estimated;
}

const screenIds = places(40).map(screenAt);
const nodeIds = places(30).map((index) => nodeIdOf('Media', mediaAt(index)));

const secondPage = encodeCursor('media', {
  limit: 20,
  page: 2,
  index: 0,
  count: 20,
  total: 1000,
  id: mediaAt(20),
});

/** An operation, its variables, and its REST requests if every list is as long as its limit. */
const operations: readonly [what: string, query: string, variables: object, requests: number][] = [
  ['sizes of lists', 'query ($n: Int) { media(first: $n) { nodes { id } } }', { n: 250 }, 3],
  [
    'a size that is a default',
    'query ($n: Int = 250) { media(first: $n) { nodes { id } } }',
    {},
    3,
  ],
  [
    'no size: 20 items',
    'query ($n: Int) { screens(first: $n) { nodes { playbackConfiguration { revision } } } }',
    {},
    1 + 20,
  ],
  [
    'the end of a list, whose length is unknown',
    'query ($n: Int) { media(last: $n) { nodes { id } } }',
    { n: 10 },
    2,
  ],
  [
    'connections inside a connection',
    'query ($n: Int, $m: Int) { playlists(first: $n) { nodes { items(first: $m) { nodes { slotId } } } } }',
    { n: 7, m: 120 },
    1 + 7 * 2,
  ],
  [
    'links below connections inside a connection',
    `query ($n: Int, $m: Int) {
      playlists(first: $n) { edges { node { items(first: $m) { edges { node { media { id } } } } } } }
    }`,
    { n: 2, m: 5 },
    1 + 2 + 10,
  ],
  [
    'configurations, each distinct id once',
    'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }',
    { ids: [...screenIds, ...screenIds] },
    40,
  ],
  [
    'nodes, each distinct id once',
    'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }',
    { ids: [...nodeIds, ...nodeIds] },
    30,
  ],
  [
    '@skip and @include on fields',
    `query ($no: Boolean!, $yes: Boolean = true) { organization { name }
      media(first: 500) @skip(if: $yes) { nodes { id } }
      screens(first: 5) { nodes { playbackConfiguration @include(if: $no) { revision } } } }`,
    { no: false },
    2,
  ],
  [
    '@skip and @include on fragments',
    `query ($no: Boolean!, $yes: Boolean = true) {
        ...A @include(if: $no) ... @skip(if: $yes) { media { nodes { id } } } organization { name } }
      fragment A on Query { screens(first: 500) { nodes { id } } }`,
    { no: false },
    1,
  ],
  [
    'fragments within fragments',
    `query ($n: Int) { ...A }
      fragment A on Query { screens(first: $n) { ...B } }
      fragment B on ScreenConnection { nodes { ... on Screen { ...C } } }
      fragment C on Screen { playbackConfiguration { revision } }`,
    { n: 5 },
    1 + 5,
  ],
  [
    'one page under two aliases',
    'query ($n: Int) { a: media(first: $n) { nodes { id } } b: media(first: $n) { nodes { name } } }',
    { n: 10 },
    1,
  ],
  [
    'one page before a cursor, with its size and without',
    `query ($c: String) {
      a: media(before: $c) { nodes { id } } b: media(last: 20, before: $c) { nodes { name } } }`,
    { c: secondPage },
    1,
  ],
  [
    'only a total',
    'query ($n: Int) { media(first: $n) { totalCount __typename } }',
    { n: 1000 },
    1,
  ],
  [
    'only a total, in a fragment or beside what is left out',
    `query ($n: Int, $no: Boolean!) {
      organization { media(first: $n) { ...A } } }
      fragment A on MediaConnection { totalCount nodes @include(if: $no) { id } }`,
    { n: 1000, no: false },
    1 + 1,
  ],
];

/**
 * The same with literals in place of the variables, which are numbers, booleans and lists of ids.
 */
function withLiterals(query: string, variables: object): string {
  const [, declared = '', rest = ''] = /^query \((.*?)\) (.*)$/s.exec(query) ?? [];
  const defaults = [...declared.matchAll(/\$(\w+): \w+ = (\w+)/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const given = Object.entries(variables).map(([name, value]) => [name, JSON.stringify(value)]);
  const values = Object.fromEntries([...defaults, ...given]) as Record<string, string>;
  return rest.replaceAll(/\$(\w+)/g, (_variable, name: string) => values[name] ?? 'null');
}

describe('the estimate of an operation', () => {
  const size = { screens: 500, playlists: 36, media: 1000, playlistItems: 250 };

  it.each(operations)(
    'no run exceeds it, with literals and with variables: %s',
    async (_what, query, variables, requests) => {
      const system = await startSystem({ size });
      expect(await estimate(system, withLiterals(query, variables))).toBe(requests);
      expect(await estimate(system, query, variables)).toBe(requests);
      expect(system.simulator.requests).toEqual([]);
      const { upstream, errors } = await ask(system, query, { variables });
      expect(errors.filter(({ extensions }) => extensions['code'] !== 'NOT_FOUND')).toEqual([]);
      expect(upstream?.requests).toBeLessThanOrEqual(requests);
      expect(upstream?.estimated).toBe(requests);
      expect(system.simulator.requests).toHaveLength(upstream?.requests ?? -1);
    },
  );

  it('is exceeded by one request for a batch that reads a page of the list without benefit', async () => {
    const system = await startSystem({ size: { media: 1000 } });
    const ids = places(5, 200).map((index) => nodeIdOf('Media', mediaAt(index)));
    const query = 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }';
    const { upstream } = await ask(system, query, { variables: { ids } });
    // Page 1 reports ten pages; five single reads are cheaper.
    expect(upstream?.requests).toBe(1 + 5);
    expect(upstream?.estimated).toBe(5);
  });

  it('uses the lengths of lists that the credential has read before', async () => {
    const system = await startSystem({ size: { media: 150 } });
    const query = 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }';
    expect(await estimate(system, query, { ids: nodeIds })).toBe(30);
    await ask(system, '{ media { totalCount } }');
    expect(await estimate(system, query, { ids: nodeIds })).toBe(2);
  });
});

/** Fields that need all of one list. */
const wholeFields: readonly string[] = [
  'screens(filter: { isOnNow: true }) { totalCount }',
  'screens(page: 2, filter: { isOnNow: true }) { nodes { id } }',
  'screens(first: 0, orderBy: { field: NAME }) { nodes { id } }',
  'screens(first: 1, orderBy: { field: ITEM_COUNT, direction: DESC }) { nodes { playbackConfiguration { revision } } }',
];

/** Fields that read something of it, each in its own way. */
const otherFields: readonly string[] = [
  'screens(first: 5) { nodes { id } }',
  'screens(first: 100) { nodes { id } }',
  'screens(first: 150) { nodes { id } }',
  'screens(last: 3) { nodes { id } }',
  'screens { totalCount }',
  'screens(page: 1, first: 100) { nodes { id } }',
  'screens(page: 2, first: 30) { nodes { id } }',
  'screens(first: 2, filter: { statusIn: OFFLINE }) { nodes { id } }',
  'screens(first: 2, filter: { nameContains: "Screen 24" }) { nodes { id } }',
  'screens(last: 2, filter: { statusIn: OFFLINE }) { nodes { id } }',
  'screens(filter: { idIn: [] }) { totalCount }',
  'screens(filter: { idIn: [".."] }) { nodes { id } }',
  'screens(filter: { idIn: ["s1", "s2"] }) { nodes { id } }',
  'screen(id: "s7") { name }',
  'screen(id: "s240") { name }',
  'screen(id: "none") { name }',
  'organization { screens(first: 3, filter: { isOnNow: false }) { nodes { id } } }',
];

const isWhole = (field: string): boolean => wholeFields.includes(field);

it(`the estimate of operations that find, list and look up holds whatever they read together, with the length of the list unknown and known (seed ${seed})`, async () => {
  const opened = openFind();
  const { world } = opened;
  let runs = 0;
  const anyField = fc.constantFrom(...wholeFields, ...otherFields);
  const someFields = fc.uniqueArray(anyField, { minLength: 1, maxLength: 5 });
  const lengths = fc.constantFrom(0, 40, 100, 250);
  const property = fc.asyncProperty(someFields, lengths, async (chosen, length) => {
    // A batch of look-ups alone may exceed its estimate by ids that no list shows.
    if (chosen.some((field) => field.startsWith('screen(')) && !chosen.some(isWhole)) return;
    world.lists.screens = listOf(length);
    const credential = `run-${(runs += 1)}`;
    const query = `{ ${chosen.map((field, index) => `a${index}: ${field}`).join(' ')} }`;
    for (let round = 0; round < 2; round += 1) {
      const { errors } = await findAsPlanned(opened, query, {}, credential);
      expect(errors.filter(({ extensions: { code } }) => code !== 'NOT_FOUND')).toEqual([]);
      if (!chosen.some(isWhole)) continue;
      const pages = world.requests.filter((path) => path.startsWith('/screens?'));
      const numbered = chosen.includes('screens(page: 2, first: 30) { nodes { id } }') ? 1 : 0;
      expect(pages).toHaveLength(Math.max(1, Math.ceil(length / 100)) + numbered);
    }
  });
  await fc.assert(property, bounded(100));
});

it('look-ups beside a list that is known to be empty are estimated one by one, as they are read', async () => {
  const opened = openFind();
  await findAsPlanned(opened, '{ screens { totalCount } }', {}, 'someone');
  const query = '{ a: screen(id: "s1") { id } b: screen(id: "s2") { id } }';
  expect((await findAsPlanned(opened, query, {}, 'someone')).sent).toBe(2);
});
