import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyStart, drawEntry, drawFilter, drawLong, drawOrder } from '../find/find-draw.js';
import { findAll } from '../find/find-model.js';
import { type CollectionName, type FoundConnection, openFind, types } from '../find/find-world.js';
import { bounded, type Draw, seed } from './draw.js';
import { at } from '../rig/json.js';
import { operationRequest } from '../rig/operation-request.js';
import { guarded, readCsv } from '../extra/export/csv.js';

const hostile = [
  ...[
    '=1+1',
    '+49 30',
    '-5',
    '@SUM(A1)',
    '\t=2',
    '\r\n=3',
    "'=4",
    'a "quoted" name',
    '"',
    'a,b;c',
    '',
  ],
  ...['two\nlines', 'two\r\nlines\r', 'NUL \0 inside', '\u2028 \u2029 \u0085'],
];

/** A selection, and the columns that it has. */
type Part = readonly [selection: string, ...columns: (readonly string[])[]];

const common: readonly Part[] = [
  ['id', ['id']],
  ['name', ['name']],
  ['title: name', ['title']],
  ['__typename', ['__typename']],
  ['kind: __typename', ['kind']],
  ['createdAt', ['createdAt']],
  ['createdAt @include(if: $no)'],
  ['updatedAt @skip(if: $no)', ['updatedAt']],
  ['... @include(if: $no) { nodeId }'],
  ['...Facts', ['name'], ['id']],
  ['... on Node { nodeId ... @skip(if: $no) { nodeId } }', ['nodeId']],
  ['... on Node { ... on Organization { slug } }'],
];

const parts: Readonly<Record<CollectionName, readonly Part[]>> = {
  screens: [
    ...common,
    ['status', ['status']],
    ['viewport { width }', ['viewport', 'width']],
    ['viewport { height w: width }', ['viewport', 'height'], ['viewport', 'w']],
    ['availability { isOnNow tz: timezone }', ['availability', 'isOnNow'], ['availability', 'tz']],
    [
      'availability { isOnNow special { endDate } }',
      ['availability', 'isOnNow'],
      ['availability', 'special', 'endDate'],
    ],
    ['orientation', ['orientation']],
  ],
  playlists: [
    ...common,
    ['itemCount', ['itemCount']],
    ['description', ['description']],
    ['s: totalDurationSeconds', ['s']],
  ],
  media: [
    ...common,
    ['sizeBytes', ['sizeBytes']],
    ['type', ['type']],
    ['width h: height', ['width'], ['h']],
  ],
};

/**
 * Columns in the order of a response: those of one object stand where the first of them is
 * selected.
 */
function inOrder(columns: readonly (readonly string[])[], depth = 0): (readonly string[])[] {
  const groups = new Map<string, (readonly string[])[]>();
  for (const column of columns) {
    const name = column[depth] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), column]);
  }
  return [...groups.values()].flatMap(([first = [], ...others]) =>
    first.length === depth + 1 ? [first] : inOrder([first, ...others], depth + 1),
  );
}

/** Columns whose numbers may have fractions. */
const floats = new Set([
  'viewport.width',
  'viewport.height',
  'viewport.w',
  's',
  'sizeBytes',
  'width',
  'h',
]);

function cellOf(value: unknown, column: string): string {
  if (value == null) return '';
  if (typeof value === 'string') return guarded(value);
  return floats.has(column) && Number.isInteger(value)
    ? `${JSON.stringify(value)}.0`
    : JSON.stringify(value);
}

function drawList(name: CollectionName, draw: Draw) {
  const length = draw.from([0, 1, 7, 99, 100, 101, 230]);
  return Array.from({ length }, (_, index) => {
    const { record, kind } = drawEntry(name, draw, index);
    const named = draw.once(2) ? { ...record, name: draw.from(hostile) } : record;
    return { record: named, kind: kind === 'broken' ? ('hidden' as const) : kind };
  });
}

it(`any list, filter, order, window and selection as a file, against pages of JSON and a model in memory: every row once, in order, cell by cell (seed ${seed})`, async () => {
  const { world, facade } = openFind({}, { MAX_PAGE_SIZE: '50' });
  let runs = 0;
  const collections: readonly CollectionName[] = ['screens', 'playlists', 'media'];
  const property = fc.asyncProperty(
    fc.constantFrom(...collections),
    anyStart,
    async (name, start) => {
      const draw = drawLong(start);
      world.lists[name] = drawList(name, draw);
      world.cap = draw.from([100, 100, 40, 7]);
      const filter = draw.once(2) ? drawFilter(name, draw, world.lists[name]) : null;
      const orderBy = draw.once(2) ? drawOrder(name, draw) : null;
      const chosen = Array.from({ length: 1 + draw.below(6) }, () => draw.from(parts[name]));
      const columns = inOrder(chosen.flatMap(([, ...each]) => each));
      const row = chosen.map(([selection]) => selection).join(' ');
      const queryOf = (rows: string) => `
      query ($first: Int, $after: String, $last: Int, $filter: ${types[name]}Filter, $orderBy: ${types[name]}Order, $no: Boolean = false) {
        organization { name list: ${name}(first: $first, after: $after, last: $last, filter: $filter, orderBy: $orderBy) { ${rows} } __typename }
        node: mediaItem(id: "none") @include(if: $no) { id }
      }
      ${row.includes('...Facts') ? `fragment Facts on ${types[name]} { name ...Id } fragment Id on ${types[name]} { id }` : ''}`;
      const credential = `run-${(runs += 1)}`;
      const ask = (query: string, variables: object, accept: string) =>
        facade.fetch(
          operationRequest(query, {
            credential,
            variables: { filter, orderBy, ...variables },
            headers: { accept },
          }),
        );

      const nodes: unknown[] = [];
      const cursors: string[] = [];
      for (let after: string | null = null; ;) {
        const query = queryOf(
          `pageInfo { hasNextPage endCursor } edges { cursor node { ${row} rowId: id } }`,
        );
        const response = await ask(query, { first: 50, after }, 'application/json');
        // The result of the query above.
        const { data } = (await response.json()) as {
          data: { organization: { list: FoundConnection } };
        };
        const { list } = data.organization;
        nodes.push(...list.edges.map(({ node }) => node));
        cursors.push(...list.edges.map(({ cursor }) => cursor));
        if (!list.pageInfo.hasNextPage) break;
        after = list.pageInfo.endCursor;
      }
      expect(nodes.map((node) => at(node, 'rowId'))).toEqual(
        findAll(name, world.lists[name], filter, orderBy),
      );

      const place = draw.below(cursors.length + 1);
      const [window, shown] = draw.from([
        [{}, nodes],
        [{}, nodes],
        [{ after: cursors[place - 1] ?? null }, nodes.slice(place)],
        [{ first: 5, after: cursors[place - 1] ?? null }, nodes.slice(place, place + 5)],
        [{ last: 7 }, nodes.slice(-7)],
      ] as const);
      const rows = draw.from([
        `totalCount nodes { ${row} }`,
        `pageInfo { endCursor } edges { cursor node { ${row} } }`,
        `rows: edges { at: cursor it: node { ${row} } } totalCount`,
      ]);
      const csv = await ask(queryOf(rows), window, 'text/csv, application/json;q=0.5');
      if (columns.length === 0) {
        expect(csv.status).toBe(400);
        return;
      }
      const text = await csv.text();
      expect(csv.status).toBe(200);
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="${name}.csv"`);
      expect(text).not.toMatch(/^\{"errors/);
      expect(readCsv(text)).toEqual([
        columns.map((keys) => keys.join('.')),
        ...shown.map((node) =>
          columns.map((keys) => cellOf(at(node, keys.join('.')), keys.join('.'))),
        ),
      ]);
      const lines = await (await ask(queryOf(rows), window, 'application/x-ndjson')).text();
      expect(lines.endsWith('\n')).toBe(shown.length > 0);
      expect(
        lines
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as unknown),
      ).toEqual(
        shown.map((node) =>
          Object.fromEntries(Object.entries(node as object).filter(([key]) => key !== 'rowId')),
        ),
      );
    },
  );
  await fc.assert(property, bounded(100));
});
