import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeSpans, read, section } from '../docs/markdown.js';
import { copySources, edit, removeCopy, type Server, startCopy, typeErrors } from './new-endpoint/copy.js';
import { type ListUpstream, startListUpstream } from './new-endpoint/upstream.js';

/** The declarations of the recipe, by what they add to. */
const recipe = codeSpans(section(read('docs/contributing.md'), 'Adding a filter, an order or a figure'));
const lineOf = (kind: string): string => recipe.find((span) => span.includes(`: ${kind}(`)) ?? '';
const declared = { members: lineOf('contains'), orders: lineOf('byText'), figures: lineOf('countOf') };

const addTo = (text: string, [place, line]: readonly [string, string]): string =>
  text.replace(`  ${place}: {\n`, `$&    ${line},\n`);

/** The file that declares what can be found in screens. */
const changed = {
  'src/find/screen.ts': (text: string) =>
    Object.entries(declared)
      .reduce(addTo, text)
      .replace("from './filter.js'", "from './filter.js';\nimport { contains } from './filter.js'")
      .replace("from './order.js'", "from './order.js';\nimport { byText } from './order.js'"),
};

const descriptions = ['Behind the counter', undefined, 'At the counter', 'Hall'];
const screens = descriptions.map((description, index) => ({
  id: `screen_${index}`,
  name: `Screen ${index}`,
  description,
  status: 'online',
  availability: { mode: 'always', timezone: 'Europe/Berlin', isOnNow: true },
  itemCount: 0,
  totalDurationSeconds: 0,
  createdAt: '2026-05-17T08:00:00Z',
  updatedAt: '2026-05-17T08:00:00Z',
}));

let copy: string;
let upstream: ListUpstream;
let server: Server;

beforeAll(async () => {
  copy = await copySources();
  await edit(copy, changed);
  upstream = await startListUpstream('screens', screens);
  server = await startCopy(copy, upstream.url);
});

afterAll(async () => {
  await server.stop();
  await upstream.close();
  await removeCopy(copy);
});

async function query(text: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer credential', ...headers },
    body: JSON.stringify({ query: text }),
  });
  return response.json();
}

describe('a filter, an order and a figure of the recipe', () => {
  it('cost a line each in one file, which passes the type check', () => {
    for (const line of Object.values(declared)) expect(line).not.toBe('');
    expect(typeErrors(copy, 'src/find/screen.ts')).toEqual([]);
  });

  it('filter, order and count', async () => {
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
    const first = await query(
      '{ screens(first: 1, filter: { descriptionContains: "hall" }) { pageInfo { endCursor } } }',
    );
    const { endCursor } = (first as { data: { screens: { pageInfo: { endCursor: string } } } }).data.screens
      .pageInfo;
    const after = (wanted: string) =>
      query(
        `{ screens(after: "${endCursor}", filter: { descriptionContains: "${wanted}" }) { nodes { id } } }`,
      );
    expect(await after('HALL')).toMatchObject({ data: { screens: { nodes: [] } } });
    expect(await after('counter')).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
  });

  it('are estimated, refused and described as the others', async () => {
    upstream.takeRequests();
    const explain = { 'x-upstream-explain': 'plan' };
    expect(
      await query('{ screens(filter: { descriptionContains: "a" }) { totalCount } }', explain),
    ).toMatchObject({
      extensions: { upstream: { plan: [{ operation: 'partnerV1_screens', atLeast: 1, atMost: 1 }] } },
    });
    const long = 'a'.repeat(201);
    expect(
      await query(`{ screens(filter: { descriptionContains: "${long}" }) { totalCount } }`),
    ).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
    expect(upstream.takeRequests()).toEqual([]);
    expect(
      await query('{ __type(name: "ScreenFilter") { inputFields { name description } } }'),
    ).toMatchObject({
      data: {
        __type: {
          inputFields: expect.arrayContaining([
            { name: 'descriptionContains', description: 'A part of the description.' },
          ]) as unknown,
        },
      },
    });
  });
});
