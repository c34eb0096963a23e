import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeCursor } from '../../../src/paging/cursor.js';
import { withPagination } from '../../fault/connections.js';
import { type FindWorld, openFind, refusedWith } from '../../find/find-world.js';
import { listOf, numberedScreen } from '../../find/numbered-screen.js';
import { operationRequest } from '../../rig/operation-request.js';
import { credentials } from '../../rig/credential.js';
import { editedBy, silence } from '../../rig/response.js';
import { startRig } from '../../rig/rig.js';
import { until } from '../../rig/wait.js';
import { codeBlocks, read } from '../../docs/markdown.js';
import { openFolder } from '../../rig/open.js';
import { startSystem } from '../../system/test-system.js';
import { readCsv } from './csv.js';

const rows = '{ screens { nodes { id name } } }';

/** A façade over a list of numbered screens, and how to ask it for a file. */
function openExport(
  count: number,
  broken: readonly number[] = [],
  settings: Readonly<Record<string, string>> = {},
) {
  const { world, facade } = openFind({ screens: listOf(count, broken) }, settings);
  const ask = async (
    query: string,
    accept = 'text/csv',
    credential: string | null = 'a-credential',
  ) => {
    const response = await facade.fetch(
      operationRequest(query, { credential, headers: { accept } }),
    );
    const text = await response.text();
    const { headers, status } = response;
    return { status, headers, text, type: headers.get('content-type') };
  };
  return { world, facade, ask };
}

interface Refusal {
  readonly data?: unknown;
  readonly errors: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string };
  }[];
}

/** The body of a refusal is a result with errors. */
const refusalOf = (text: string): Refusal => JSON.parse(text) as Refusal;

const codeOf = ({ status, text }: { readonly status: number; readonly text: string }) => [
  status,
  refusalOf(text).errors[0]?.extensions.code,
];

describe('a file', () => {
  it('costs the pages of the list, whatever MAX_PAGE_SIZE is, by GET too', async () => {
    const { ask, facade, world } = openExport(250, [], { MAX_PAGE_SIZE: '10' });
    const file = await ask(rows);
    expect(readCsv(file.text)).toHaveLength(251);
    expect(file.headers.get('x-upstream-requests')).toBe('3');
    expect(world.requests).toHaveLength(3);
    const url = `http://facade.test/graphql?query=${encodeURIComponent(rows)}`;
    const headers = { accept: 'application/x-ndjson', authorization: 'Bearer a-credential' };
    const got = await facade.fetch(new Request(url, { headers }));
    expect(got.headers.get('content-disposition')).toBe('attachment; filename="screens.ndjson"');
    expect((await got.text()).split('\n')).toHaveLength(251);
  });

  it('comes of the command in the docs', async () => {
    const command = codeBlocks(read('docs/clients.md')).find(
      ({ heading }) => heading === 'A list as a file',
    );
    const { text = '' } = command ?? {};
    const headers = [...text.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    const body = / -d '([^']+)'/.exec(text)?.[1] ?? '';
    const { facade } = await startSystem();
    const response = await facade.fetch(
      new Request('http://facade.test/graphql', { method: 'POST', headers, body }),
    );
    const [header, ...lines] = readCsv(await response.text());
    expect(header).toEqual(['id', 'name', 'viewport.width', 'viewport.height']);
    expect(lines).toHaveLength(25);
  });

  it('of an empty list has a header', async () => {
    expect((await openExport(0).ask(rows)).text).toBe('id,name\r\n');
  });
});

describe('there is no part of a file', () => {
  const days = 'availability { days: weekly { day } }';
  const others: Readonly<Record<string, readonly [status: number, code: string]>> = {
    'no syntax': [400, 'GRAPHQL_PARSE_FAILED'],
    'no such field': [400, 'GRAPHQL_VALIDATION_FAILED'],
    'an unknown id': [404, 'NOT_FOUND'],
  };

  it.each<[string, string, RegExp]>([
    ['no connection', '{ organization { name } }', /selects no connection/],
    ['a list of records', '{ nodes(nodeIds: []) { nodeId } }', /selects no connection/],
    ['two', `{ a: screens { nodes { id } } media { nodes { id } } }`, /a, media/],
    ['no rows', '{ screens { totalCount } }', /screens selects no rows/],
    ['rows twice', '{ screens { nodes { id } edges { node { id } } } }', /2 times/],
    [
      'a list in a row',
      `{ screens { nodes { ${days} } } }`,
      /availability\.days \(weekly\) is a list/,
    ],
    ['too many items at once', '{ screens(first: 5000) { nodes { id } } }', /MAX_PAGE_SIZE/],
    ['no syntax', '{ screens', /Syntax Error/],
    ['no such field', '{ screen { nodes } }', /./],
    ['an unknown id', '{ playlist(id: "none") { items { nodes { slotId } } } }', /404/],
  ])('where a query has %s', async (what, query, message) => {
    const { ask } = openExport(5);
    const refused = await ask(query);
    const { errors, data } = refusalOf(refused.text);
    expect(codeOf(refused)).toEqual(others[what] ?? [400, 'BAD_USER_INPUT']);
    expect(refused.type).toBe('application/json; charset=utf-8');
    expect(errors[0]?.message).toMatch(message);
    expect(data ?? null).toBeNull();
  });

  it.each([
    [401, 401, 'UNAUTHENTICATED'],
    [403, 403, 'FORBIDDEN'],
    [429, 429, 'RATE_LIMITED'],
    [503, 502, 'UPSTREAM_UNAVAILABLE'],
  ])('where the second page responds with HTTP %i', async (upstream, status, code) => {
    const { ask, world } = openExport(150);
    world.twist = (path) => (path.includes('page=2') ? refusedWith(upstream) : undefined);
    const refused = await ask(rows);
    expect(codeOf(refused)).toEqual([status, code]);
    expect(refused.headers.get('content-disposition')).toBeNull();
  });

  it('where a record breaks the contract, filtered or not', async () => {
    const { ask } = openExport(150, [120]);
    for (const query of [
      rows,
      '{ screens(filter: { nameContains: "Screen 1" }) { nodes { id } } }',
    ])
      expect(codeOf(await ask(query))).toEqual([502, 'UPSTREAM_INVALID_RESPONSE']);
  });

  /** The cursor of the last of 250 screens. */
  const place = { limit: 100, page: 3, index: 49, count: 50, total: 250, id: 's250' };
  const endOf250 = encodeCursor('screens', place);
  /** The list is another one once its first page has been read. */
  const changes: Readonly<Record<string, (world: FindWorld) => void>> = {
    'a record less': ({ lists }) => void (lists.screens = lists.screens.slice(1)),
    'a record more': ({ lists }) => void (lists.screens = [...listOf(1), ...lists.screens]),
    'a record at another place': ({ lists }) =>
      void (lists.screens = [...lists.screens.slice(-1), ...lists.screens.slice(0, -1)]),
    'fewer pages': (world) => {
      const pagination = { page: 2, limit: 100, total: 250, totalPages: 2 };
      const body = JSON.stringify({ data: [], pagination });
      world.twist = (path) => (path.includes('page=2&') ? { body } : undefined);
    },
  };
  const files = {
    'a list': rows,
    'a filtered list': '{ screens(filter: { nameContains: "1" }) { nodes { id } } }',
    'an ordered list': '{ screens(orderBy: { field: NAME }) { nodes { id } } }',
    'a window': '{ screens(first: 200) { nodes { id } } }',
    'all that is before a place': `{ screens(before: "${endOf250}") { edges { node { id } } } }`,
  };
  const shifts = Object.keys(changes).flatMap((change) =>
    Object.entries(files).map(([file, query]) => [file, change, query] as const),
  );

  it.each(shifts)(
    'of %s that has %s once its first page was read',
    async (_file, change, query) => {
      const { ask, world } = openExport(250, [], { UPSTREAM_MAX_CONCURRENCY: '1' });
      for (const accept of ['text/csv', 'application/x-ndjson']) {
        expect((await ask(query, accept)).status).toBe(200);
        const truth = world.lists.screens;
        // The first response is the last one of the list as it was.
        world.twist = () => {
          world.twist = () => undefined;
          changes[change]?.(world);
          return undefined;
        };
        const refused = await ask(query, accept);
        expect(codeOf(refused)).toEqual([502, 'UPSTREAM_INVALID_RESPONSE']);
        expect(refusalOf(refused.text).errors[0]?.message).toContain('contradict each other');
        world.lists.screens = truth;
        world.twist = () => undefined;
      }
      expect((await ask(query)).status, 'and then it is served again').toBe(200);
    },
  );

  it('of playlists whose items shift, and JSON of a list that shifts is served as before', async () => {
    const rig = await startRig({ sizes: { screens: 150, playlists: 2, items: 150 } });
    const answers = async (accept: string, query: string): Promise<number> =>
      (
        await rig.fetch(
          operationRequest(query, {
            credential: credentials.alpha.everything,
            headers: { accept },
          }),
        )
      ).status;
    const shifted = editedBy((body) => withPagination(body, { total: 149 }));
    for (const operation of ['partnerV1_playlistItems', 'partnerV1_screens'] as const)
      rig.upstream.on({ operation, nth: 2 }, shifted);
    const nested = '{ playlists { nodes { id items(first: 150) { nodes { slotId } } } } }';
    expect(await answers('application/x-ndjson', nested)).toBe(502);
    expect(await answers('application/json', '{ screens(first: 150) { nodes { id } } }')).toBe(200);
  });

  it('above the budget and above MAX_RESPONSE_NODES, and the budget is checked before the pages', async () => {
    const { ask, world } = openExport(600, [], {
      MAX_UPSTREAM_REQUESTS: '4',
      MAX_RESPONSE_NODES: '1000',
    });
    const refused = await ask(rows);
    expect(codeOf(refused)).toEqual([400, 'UPSTREAM_BUDGET_EXCEEDED']);
    expect(world.requests).toHaveLength(1);
    // Now the length of the list is known.
    expect(refusalOf((await ask(rows)).text).errors[0]?.message).toMatch(
      /at least 6 REST requests/,
    );
    expect(world.requests).toHaveLength(1);
    world.lists.screens = listOf(400);
    world.lists.media = [];
    const [, code] = codeOf(await ask(rows, 'text/csv', 'another'));
    expect(code).toBe('OPERATION_LIMIT_EXCEEDED');
  });

  it('without a credential', async () => {
    const refused = await openExport(5).ask(rows, 'text/csv', null);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('and a client that accepts JSON as well gets JSON for what is no list', async () => {
    const { ask } = openExport(5);
    const got = await ask('{ organization { name } }', 'text/csv, application/json;q=0.5');
    expect([got.status, got.type]).toEqual([200, 'application/json; charset=utf-8']);
    expect(refusalOf(got.text).data).toEqual({ organization: { name: 'Org' } });
  });
});

it('a client that leaves stops the REST requests', async () => {
  const rig = await startRig({
    sizes: { screens: 1000 },
    settings: { UPSTREAM_MAX_CONCURRENCY: '2' },
  });
  rig.upstream.on({ from: 2 }, silence);
  const leaving = new AbortController();
  const asked = rig.ask(rows, {}, undefined, {
    headers: { accept: 'text/csv' },
    signal: leaving.signal,
  });
  const settled = asked.catch(() => undefined);
  await until('two pages are read', () => rig.upstream.inFlight() === 2);
  leaving.abort();
  await settled;
  await until('they are aborted', () => rig.upstream.inFlight() === 0);
  expect(rig.upstream.count()).toBe(3);
});

function findLibreOffice(): string | undefined {
  try {
    const command = 'command -v soffice || command -v libreoffice';
    return execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

const office = findLibreOffice();

const withOffice = it.skipIf(office === undefined);

withOffice(
  'LibreOffice takes no name for a formula (skipped without LibreOffice)',
  async () => {
    const { ask, world } = openExport(0);
    const names = ['=1+1', '@SUM(1)', 'a "quoted", name', 'two\nlines', 'Zürich 😀'];
    world.lists.screens = names.map((name, index) => {
      const { record, kind } = numberedScreen(index + 1);
      return { kind, record: { ...record, name } };
    });
    const folder = openFolder();
    writeFileSync(join(folder, 'screens.csv'), (await ask(rows)).text);
    // Commas, quotes and UTF-8, which a person chooses when LibreOffice asks.
    const csv = 'Text - txt - csv (StarCalc):44,34,76';
    const convert = (file: string, ...options: readonly string[]): void => {
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      const args = [
        profile,
        '--headless',
        ...options,
        '--outdir',
        `${folder}/out`,
        join(folder, file),
      ];
      execFileSync(office ?? '', args, { stdio: 'pipe' });
    };
    convert('screens.csv', `--infilter=${csv}`, '--convert-to', 'ods');
    convert('out/screens.ods', '--convert-to', `csv:${csv}`);
    const written = readFileSync(join(folder, 'out/screens.csv'), 'utf8');
    const shown = readCsv(written.replaceAll(/(?<!\r)\n(?=s\d|$)|(?<=name)\n/g, '\r\n'));
    expect(shown.map(([, name]) => name?.replace(/^'/, ''))).toEqual(['name', ...names]);
  },
  120_000,
);
