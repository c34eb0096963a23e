import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeSpans, read, section } from '../docs/markdown.js';
import type { UpstreamCost } from '../../src/operation/result.js';
import { type Json, places } from '../economy/ask.js';
import { sampleRecord } from '../partner/record.js';
import { operationRequest } from '../rig/operation-request.js';
import { copySources, edit, removeCopy, startCopy, typeErrors } from './recipe/copy.js';
import { tagFiles } from './recipe/tag.js';
import { startListUpstream, withoutScope } from './recipe/upstream.js';

/** The lines that a recipe of the page adds, each found by its beginning or by what it holds. */
const linesOf = <Name extends string>(heading: string, marks: Readonly<Record<Name, string>>) => {
  const spans = codeSpans(section(read('docs/contributing.md'), heading));
  const lineOf = (mark: string): string => spans.find((span) => span.includes(mark)) ?? '';
  // It has the names of the marks.
  return Object.fromEntries(
    Object.entries<string>(marks).map(([name, mark]) => [name, lineOf(mark)]),
  ) as Record<Name, string>;
};

const declared = linesOf('Adding a filter, an order or a figure', {
  members: ': contains(',
  orders: ': byText(',
  figures: ': countOf(',
});
const limit = linesOf('Adding a limit or a setting', {
  setting: 'MAX_DEFINITIONS: whole',
  check: 'if (document.definitions',
});

const below =
  (line: string, added: string) =>
  (text: string): string =>
    text.replace(line, `$&\n${added}`);

const changed = {
  // The file that declares what can be found in screens.
  'src/graphql/types/screen.ts': (text: string) =>
    Object.entries(declared)
      .reduce((before, [place, line]) => below(`  ${place}: {`, `    ${line},`)(before), text)
      .replace(
        "from '../../find/filter.js'",
        "$&;\nimport { contains } from '../../find/filter.js'",
      )
      .replace("from '../../find/order.js'", "$&;\nimport { byText } from '../../find/order.js'"),
  'src/setting.ts': below('export const listedSettings = z.object({', limit.setting),
  'src/document/limit.ts': below(
    'export function checkLimits(document: DocumentNode, limits: Settings): void {',
    limit.check,
  ),
};

const tags = places(250).map((index) => ({ id: `tag_${index}`, name: `Tag ${index}` }));
const descriptions = ['Behind the counter', undefined, 'At the counter', 'Hall'];
const screens = descriptions.map((description, index) => ({
  ...{ ...sampleRecord('Screen'), id: `screen_${index}` },
  description,
}));

let copy: string;
let upstream: Awaited<ReturnType<typeof startListUpstream>>;
let server: Awaited<ReturnType<typeof startCopy>>;

beforeAll(async () => {
  copy = await copySources();
  await edit(copy, tagFiles);
  await edit(copy, changed);
  upstream = await startListUpstream({ tags, screens });
  server = await startCopy(copy, upstream.url, { MAX_DEFINITIONS: '2' });
});

afterAll(async () => {
  await server.stop();
  await upstream.close();
  await removeCopy(copy);
});

/** As much of a result as these tests look at. */
interface Result {
  readonly data: Json;
  readonly errors?: readonly object[];
  readonly extensions: { readonly upstream: UpstreamCost };
}

async function query(
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const members = { operationName: /^query (\w+)/.exec(text)?.[1] };
  const { origin: url } = new URL(server.url);
  const response = await fetch(
    operationRequest(text, { url, credential: 'credential', headers, members }),
  );
  // The assertions check each member that they use.
  return (await response.json()) as Result;
}

const explain = { 'x-upstream-explain': 'plan' };

it('the recipes cost the files and lines that they name, which pass the type check', () => {
  expect(Object.keys(tagFiles)).toHaveLength(3);
  for (const line of [...Object.values(declared), ...Object.values(limit)])
    expect(line).not.toBe('');
  expect(typeErrors(copy)).toEqual([]);
}, 240_000);

describe('an invented collection `tags`', () => {
  it('is paged with cursors, at one REST request a page', async () => {
    upstream.takeRequests();
    const first = await query(
      '{ tags(first: 2) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }',
    );
    const nodes = [{ id: 'tag_0' }, { id: 'tag_1' }];
    expect(first.data['tags']).toMatchObject({
      totalCount: 250,
      nodes,
      pageInfo: { hasNextPage: true },
    });
    const endCursor = first.data['tags']?.['pageInfo']?.['endCursor'];
    const next = await query(`{ tags(first: 2, after: "${endCursor}") { nodes { name } } }`);
    expect(next.data).toEqual({ tags: { nodes: [{ name: 'Tag 2' }, { name: 'Tag 3' }] } });
    const pages = [1, 2].map((page) => `/api/partner/v1/tags?page=${page}&limit=2`);
    expect(upstream.takeRequests()).toEqual(pages);
  });

  it('reads ids in a batch: the pages of the list instead of one request for each', async () => {
    const fields = places(30).map((index) => `t${index}: tag(id: "tag_${8 * index}") { name }`);
    const { data, extensions } = await query(`{ ${fields.join(' ')} }`);
    expect(data).toMatchObject({ t0: { name: 'Tag 0' }, t29: { name: 'Tag 232' } });
    const pages = [1, 2, 3].map((page) => `/api/partner/v1/tags?page=${page}&limit=100`);
    expect(upstream.takeRequests()).toEqual(pages);
    expect(extensions.upstream).toMatchObject({ requests: 3, swept: 30 });
  });

  it('is found by its global id', async () => {
    const { data: tag } = await query('{ tag(id: "tag_7") { nodeId } }');
    const nodeId = tag['tag']?.['nodeId'];
    upstream.takeRequests();
    const { data } = await query(
      `{ node(nodeId: "${nodeId}") { __typename nodeId ... on Tag { name } } }`,
    );
    expect(data).toEqual({ node: { __typename: 'Tag', nodeId, name: 'Tag 7' } });
    expect(upstream.takeRequests()).toEqual(['/api/partner/v1/tags/tag_7']);
  });

  it('is estimated before anything is read', async () => {
    const text = '{ tags(first: 150) { nodes { id } } tag(id: "tag_3") { id } }';
    const { extensions } = await query(text, explain);
    expect(upstream.takeRequests()).toEqual([]);
    expect(extensions.upstream).toMatchObject({
      requests: 0,
      plan: [
        { operation: 'partnerV1_tags', field: 'tags', atMost: 2 },
        { operation: 'partnerV1_tag', field: 'tag', atLeast: 1, atMost: 1 },
      ],
    });
  });

  it('names its scope where the credential lacks it', async () => {
    const authorization = `Bearer ${withoutScope}`;
    const { data, errors } = await query('{ tags { totalCount } }', { authorization });
    expect(data).toEqual({ tags: null });
    const extensions = {
      code: 'FORBIDDEN',
      requiredScope: 'tags:read',
      operation: 'partnerV1_tags',
    };
    expect(errors).toMatchObject([{ path: ['tags'], extensions }]);
  });
});

describe('a filter, an order and a figure of the recipe', () => {
  it('filter, order and count', async () => {
    upstream.takeRequests();
    const text = `{
      screens(filter: { descriptionContains: "COUNTER" }, orderBy: { field: DESCRIPTION }) { nodes { id } }
      screenSummary { described }
    }`;
    expect(await query(text)).toMatchObject({
      data: {
        screens: { nodes: [{ id: 'screen_2' }, { id: 'screen_0' }] },
        screenSummary: { described: 3 },
      },
    });
    expect(upstream.takeRequests()).toEqual(['/api/partner/v1/screens?page=1&limit=100']);
  });

  it('have a cursor of their own', async () => {
    const find = (wanted: string, place: string, fields: string) =>
      query(`{ screens(${place}, filter: { descriptionContains: "${wanted}" }) { ${fields} } }`);
    const first = await find('hall', 'first: 1', 'pageInfo { endCursor }');
    const endCursor = first.data['screens']?.['pageInfo']?.['endCursor'];
    const after = (wanted: string) => find(wanted, `after: "${endCursor}"`, 'nodes { id }');
    expect(await after('HALL')).toMatchObject({ data: { screens: { nodes: [] } } });
    expect(await after('counter')).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    });
  });

  it('are estimated, refused and described as the others', async () => {
    upstream.takeRequests();
    const plan = await query(
      '{ screens(filter: { descriptionContains: "a" }) { totalCount } }',
      explain,
    );
    const one = { operation: 'partnerV1_screens', atLeast: 1, atMost: 1 };
    expect(plan.extensions.upstream.plan).toMatchObject([one]);
    const long = 'a'.repeat(201);
    const refused = await query(
      `{ screens(filter: { descriptionContains: "${long}" }) { totalCount } }`,
    );
    expect(refused.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(upstream.takeRequests()).toEqual([]);
    const { data } = await query(
      '{ __type(name: "ScreenFilter") { inputFields { name description } } }',
    );
    const described = { name: 'descriptionContains', description: 'A part of the description.' };
    expect(data).toMatchObject({
      __type: { inputFields: expect.arrayContaining([described]) as unknown },
    });
  });
});

it('a setting of the recipe bounds what it is about', async () => {
  const operation = (name: string): string => `query ${name} { screens { totalCount } }`;
  expect(await query(operation('A') + operation('B'))).toMatchObject({
    data: { screens: { totalCount: 4 } },
  });
  const message = 'The operation has more definitions; at most 2 are allowed (MAX_DEFINITIONS).';
  const { errors } = await query(operation('A') + operation('B') + operation('C'));
  expect(errors).toMatchObject([{ message, extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }]);
});
