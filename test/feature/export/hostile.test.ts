import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DashboardServer, startDashboard } from '../../dashboard/server.js';
import {
  operationRequest as pageRequest,
  origin,
  signIn,
  type Visitor,
} from '../../dashboard/visitor.js';
import { openFind } from '../../find/find-world.js';
import { listOf, numberedScreen } from '../../find/numbered-screen.js';
import { operationRequest } from '../../rig/operation-request.js';
import { readCsv } from '../../extra/export/csv.js';

const rows = '{ screens { nodes { name } } }';
const credential = 'a-credential';

function ask(names: readonly string[] | undefined, accept: string, query = rows) {
  const screens = names?.map((name, index) => {
    const { record, kind } = numberedScreen(index + 1);
    return { kind, record: { ...record, name } };
  });
  const { facade } = openFind({ screens: screens ?? listOf(2) });
  return facade.fetch(operationRequest(query, { credential, headers: { accept } }));
}

it.each([
  ['=cmd|"/c calc"!A1', '\'=cmd|"/c calc"!A1'],
  ['\\"', '\\"'],
  ['\u2028=1\u2029\u0085', '\u2028=1\u2029\u0085'],
  ['half \ud800', 'half \ufffd'],
  ['\udc00 half', '\ufffd half'],
  [`echo of ${credential}`, 'echo of [credential]'],
])('a name of a record: %j is one cell of CSV and one line of NDJSON', async (name, cell) => {
  const file = await ask([name, 'next'], 'text/csv');
  const bytes = await file.arrayBuffer();
  expect(readCsv(new TextDecoder('utf-8', { fatal: true }).decode(bytes))).toEqual([
    ['name'],
    [cell],
    ['next'],
  ]);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="screens.csv"');
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  const lines = (await (await ask([name, 'next'], 'application/x-ndjson')).text()).split('\n');
  const kept = name.replace(credential, '[credential]');
  expect(lines.map((line) => line && (JSON.parse(line) as unknown))).toEqual([
    { name: kept },
    { name: 'next' },
    '',
  ]);
});

describe('Accept', () => {
  it.each([
    ['TEXT/CSV;charset="UTF-8"', 200, 'text/csv'],
    ['text/csv,'.repeat(900), 200, 'text/csv'],
    ['text/html, text/csv;q=0.1', 200, 'text/csv'],
    // Neither is asked for by its name.
    ['*/*', 200, 'application/json'],
    ['text/csv;charset=utf-16', 406, 'application/json'],
    ['"'.repeat(3000), 406, 'application/json'],
  ])('%.40s gets %i and %s', async (accept, status, type) => {
    const response = await ask(undefined, accept);
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([
      status,
      type,
    ]);
    await response.text();
  });

  it('for a file of what arrives in parts, or never ends, gets all of it or a refusal', async () => {
    const parts = '{ screens { nodes @stream { id ... @defer { name } } } }';
    expect(
      readCsv(await (await ask(undefined, 'text/csv, multipart/mixed', parts)).text()),
    ).toHaveLength(3);
    const live = `subscription { live ${rows} }`;
    expect((await ask(undefined, 'text/csv', live)).status).toBe(406);
  });
});

describe('another origin', () => {
  let server: DashboardServer;
  let visitor: Visitor;
  beforeAll(async () => {
    server = await startDashboard();
    visitor = await signIn(server);
    server.simulator.clearRequests();
  });
  afterAll(() => server.close());

  it('can neither start nor read a file by the session of a browser', async () => {
    const accept = 'text/csv';
    const elsewhere = {
      Accept: accept,
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
    };
    const statusOf = async (request: Request): Promise<number> => {
      const response = await server.fetch(request);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      return response.status;
    };
    const own = await server.fetch(pageRequest(visitor, { query: rows }, { Accept: accept }));
    expect(own.headers.get('content-disposition')).toBe('attachment; filename="screens.csv"');
    await own.text();
    server.simulator.clearRequests();
    expect(await statusOf(pageRequest(visitor, { query: rows }, elsewhere))).toBe(403);
    const headers = { ...elsewhere, Cookie: visitor.cookie };
    const query = `?query=${encodeURIComponent(rows)}`;
    expect(await statusOf(new Request(`${origin}/dashboard/graphql${query}`, { headers }))).toBe(
      405,
    );
    expect(await statusOf(new Request(`${origin}/graphql${query}`, { headers }))).toBe(401);
    expect(
      await statusOf(new Request(`${origin}/graphql${query}`, { method: 'HEAD', headers })),
    ).toBe(405);
    expect(server.simulator.requests).toHaveLength(0);
  });
});
