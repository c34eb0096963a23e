import { getNamedType, type GraphQLOutputType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { ask } from '../economy/ask.js';
import { FindInEachList, Summarize, SummarizeOrganization } from './document.js';
import { readAll, type RestRecord } from './rest.js';
import { mediaFigures, playlistFigures, screenFigures, summaryModels } from './summary-model.js';
import { codesOf, sendQuery, startSystem } from './test-system.js';

/** `isOnNow` depends on the clock. */
const noon = { now: () => new Date('2026-11-20T12:00:00Z') };

describe('the figures of a summary', () => {
  it('are those of the visible items of short pages, on Query and Organization', async () => {
    const system = await startSystem({ ...noon, hiddenEvery: 3, emptyPages: [1] });
    const models = Object.entries(summaryModels).map(async ([name, { list, figuresOf }]) => {
      const records = await readAll(system.simulator, list);
      return [name, figuresOf(records)] as const;
    });
    const expected = Object.fromEntries(await Promise.all(models));
    expect(expected['screenSummary']?.['count']).toBeGreaterThan(80);
    const { data, errors } = await ask(system, Summarize);
    expect(errors).toEqual([]);
    expect(data).toEqual(expected);
    expect((await ask(system, SummarizeOrganization)).data).toEqual({ organization: expected });
  });

  it('are zero, and exact, where nothing matches or the list is empty', async () => {
    const empty = { ...screenFigures([]), lastUpdatedAt: null };
    const matchless = await startSystem(noon);
    const screens = { nameContains: 'no screen has this name' };
    const { data } = await ask(matchless, Summarize, { variables: { screens } });
    expect(data['screenSummary']).toEqual(empty);
    const bare = await startSystem({ ...noon, size: { screens: 0, playlists: 0, media: 0 } });
    expect((await ask(bare, Summarize)).data).toEqual({
      screenSummary: empty,
      playlistSummary: playlistFigures([]),
      mediaSummary: mediaFigures([]),
    });
  });
});

const model = 'test/system/summary-model.ts';

/**
 * The figures of each summary, and how they are selected; `precision` says how the others were
 * read.
 */
const figures = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, type }) =>
  getNamedType(type).name.endsWith('Summary')
    ? fieldsOf(type)
        .filter((field) => field.name !== 'precision')
        .map((field) => [name, field.name, selectionOf(field)] as const)
    : [],
);

function fieldsOf(
  type: GraphQLOutputType,
): { readonly name: string; readonly type: GraphQLOutputType }[] {
  const named = getNamedType(type);
  return isObjectType(named) ? Object.values(named.getFields()) : [];
}

function selectionOf({
  name,
  type,
}: {
  readonly name: string;
  readonly type: GraphQLOutputType;
}): string {
  const below = fieldsOf(type).map(selectionOf);
  return below.length === 0 ? name : `${name} { ${below.join(' ')} }`;
}

const timeOf = ({ updatedAt }: RestRecord): number => Date.parse(String(updatedAt));

it.each(figures)(
  'every figure of every summary of the schema is that of its model: %s { %s }',
  async (name, figure, selection) => {
    const { list, figuresOf } =
      summaryModels[name] ?? expect.fail(`add ${name} to \`summaryModels\` in ${model}`);
    const system = await startSystem(noon);
    const records = await readAll(system.simulator, list);
    // Sums depend on the order of the list, and the latest change is in none of these.
    const third = records.toSorted((a, b) => timeOf(a) - timeOf(b)).slice(0, records.length / 3);
    const some = records.filter((record) => third.includes(record));
    const expected = [records, some].map((each) => figuresOf(each)[figure]);
    expect(expected[0], `add ${figure} of ${name} to ${model}`).toBeDefined();
    expect(expected[0], `the demo data has different values for ${figure}`).not.toEqual(
      expected[1],
    );
    const filtered = `some: ${name}(filter: { idIn: $ids }) { ${selection} }`;
    const query = `query ($ids: [ID!]) { all: ${name} { ${selection} } ${filtered} organization { ${filtered} } }`;
    const ids = some.map(({ id }) => id);
    const { data } = await sendQuery(system.facade, query, { ids });
    const found = { some: { [figure]: expected[1] } };
    expect(data).toEqual({ all: { [figure]: expected[0] }, ...found, organization: found });
  },
);

describe('a summary that cannot be read', () => {
  it.each([
    ['demo-screens-only-credential', ['playlistSummary', 'mediaSummary']],
    ['demo-playlists-only-credential', ['screenSummary', 'mediaSummary']],
    ['demo-playback-only-credential', ['screenSummary', 'playlistSummary', 'mediaSummary']],
  ])(
    '%s: is null with FORBIDDEN, and costs its siblings nothing',
    async (credential, forbidden) => {
      const system = await startSystem(noon);
      const { data, errors } = await ask(system, Summarize, { credential });
      expect(errors.map(({ path }) => path?.join('.'))).toEqual(forbidden);
      for (const error of errors) expect(error.extensions['code']).toBe('FORBIDDEN');
      for (const [name, summary] of Object.entries<unknown>(data))
        expect(summary === null, name).toBe(forbidden.includes(name));
    },
  );

  it('refuses a time that is none before any REST request', async () => {
    const { facade, simulator } = await startSystem(noon);
    const query = '{ screenSummary(filter: { updatedSince: "yesterday" }) { count } }';
    const response = await sendQuery(facade, query);
    expect(codesOf(response)).toEqual(['screenSummary BAD_USER_INPUT']);
    expect(response.errors[0]?.message).toContain('updatedSince is "yesterday"');
    const below =
      '{ organization { mediaSummary(filter: { createdBefore: "2026-02-30" }) { count } } }';
    expect(codesOf(await sendQuery(facade, below))).toEqual([
      'organization.mediaSummary BAD_USER_INPUT',
    ]);
    expect(simulator.requests.map(({ operation }) => operation)).toEqual([
      'partnerV1_organization',
    ]);
  });
});

describe('finding screens', () => {
  it('a filter shows the matches in the order of the list, and counts them; an order sorts names as people do', async () => {
    const system = await startSystem(noon);
    const screens = await readAll(system.simulator, '/screens');
    const offline = screens.filter(({ status }) => status === 'offline').map(({ id }) => ({ id }));
    const filter = { first: 1000, screensFilter: { statusIn: ['OFFLINE'] } };
    const { data } = await ask(system, FindInEachList, { variables: filter });
    expect(data['screens']).toEqual({ totalCount: offline.length, nodes: offline });
    const { compare } = new Intl.Collator('en', { numeric: true });
    const sorted = screens.toSorted(
      (a, b) =>
        compare(String(a['name']), String(b['name'])) ||
        (String(a['id']) < String(b['id']) ? -1 : 1),
    );
    const order = { first: 1000, screensOrder: { field: 'NAME', direction: 'ASC' } };
    const ordered = (await ask(system, FindInEachList, { variables: order })).data['organization'];
    expect(ordered?.['screens']?.['nodes']).toEqual(sorted.map(({ id }) => ({ id })));
  });

  it('finds under each alias what it finds alone', async () => {
    const { facade } = await startSystem();
    const filters = [
      'idIn: []',
      'statusIn: [OFFLINE]',
      'statusIn: [ONLINE]',
      'nameContains: "e"',
      '',
    ];
    const fields = filters.flatMap((filter) =>
      ['ASC', 'DESC'].map(
        (direction) =>
          `screens(first: 300, filter: { ${filter} }, orderBy: { field: STATUS, direction: ${direction} }) { totalCount nodes { id } }`,
      ),
    );
    const read = async (query: string) => (await sendQuery(facade, query)).data ?? {};
    for (const order of [fields, fields.toReversed()]) {
      const together = await read(
        `{ ${order.map((field, index) => `a${index}: ${field}`).join(' ')} }`,
      );
      for (const [index, field] of order.entries())
        expect(together[`a${index}`], field).toEqual(
          (await read(`{ screens: ${field} }`))['screens'],
        );
    }
  });
});
