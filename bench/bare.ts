import { createServer } from 'node:http';
import { Pool } from 'undici';
import type { CaseName, Variables } from './case.js';
import { createData, type DataSet, type Slot } from './data.js';

/**
 * The lower bound: fetches the REST responses that a query needs, one GET for each distinct id, and
 * returns their bytes. It parses none of them and knows no GraphQL; it takes the ids from the data
 * set.
 */
const data = createData();
const upstream = new Pool(process.env['UPSTREAM'] ?? '', { connections: 64 });
const plans = new Map<string, Plan>();

/** Paths by round; a round starts when the one before has ended. */
type Plan = readonly (readonly string[])[];

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    readAll(planOf(Buffer.concat(chunks).toString()), request.headers.authorization ?? '').then(
      (body) => {
        response.writeHead(200, {
          'Content-Type': 'application/json',
          'Content-Length': body.length,
        });
        response.end(body);
      },
      (error: unknown) => response.writeHead(502).end(String(error)),
    );
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function readAll(plan: Plan, authorization: string): Promise<Buffer> {
  const bodies: Uint8Array[] = [];
  for (const round of plan)
    bodies.push(...(await Promise.all(round.map((path) => read(path, authorization)))));
  return Buffer.concat(bodies);
}

async function read(path: string, authorization: string): Promise<Uint8Array> {
  const { statusCode, body } = await upstream.request({
    path,
    method: 'GET',
    headers: { authorization },
  });
  const bytes = await body.bytes();
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
  return bytes;
}

function planOf(text: string): Plan {
  const known = plans.get(text);
  if (known !== undefined) return known;
  // The load generator sends only the cases.
  const { operationName, variables } = JSON.parse(text) as {
    operationName: CaseName;
    variables: Variables;
  };
  const plan = planners[operationName](data, variables);
  plans.set(text, plan);
  return plan;
}

const root = '/api/partner/v1';
const slice = <T>(all: readonly T[], page: unknown, limit: number): readonly T[] =>
  all.slice((Number(page) - 1) * limit, Number(page) * limit);
const mediaOf = (slots: readonly Slot[]): readonly string[] =>
  [...new Set(slots.map(({ mediaId }) => mediaId))].map((id) => `${root}/media/${id}`);
const slotsOfScreens = ({ configurations }: DataSet, ids: readonly string[]): readonly Slot[] =>
  ids.flatMap((id) => configurations.get(id)?.items ?? []);
const slotsOfPlaylists = (
  { playlistItems }: DataSet,
  ids: readonly string[],
  limit: number,
): readonly Slot[] => ids.flatMap((id) => playlistItems.get(id)?.slice(0, limit) ?? []);
const configurationOf = (id: string): string => `${root}/screens/${id}/configuration`;
const itemsOf = (id: string, limit: number): string =>
  `${root}/playlists/${id}/items?page=1&limit=${limit}`;

const planners: Readonly<Record<CaseName, (data: DataSet, variables: Variables) => Plan>> = {
  Q1: (_data, { id }) => [[`${root}/screens/${id}`]],
  Q2: (_data, { page }) => [[`${root}/screens?page=${page}&limit=100`]],
  Q3(all, { page }) {
    const ids = slice(all.screens, page, 20).map(({ id }) => id);
    return [
      [`${root}/screens?page=${page}&limit=20`],
      ids.map(configurationOf),
      mediaOf(slotsOfScreens(all, ids)),
    ];
  },
  Q4: (all, { id }) => [
    [`${root}/playlists/${id}`, itemsOf(String(id), 100)],
    mediaOf(slotsOfPlaylists(all, [String(id)], 100)),
  ],
  Q5(all, { screenPage, playlistPage }) {
    const screens = slice(all.screens, screenPage, 50).map(({ id }) => id);
    const playlists = slice(all.playlists, playlistPage, 20).map(({ id }) => id);
    return [
      [
        `${root}/organization`,
        `${root}/screens?page=${screenPage}&limit=50`,
        `${root}/playlists?page=${playlistPage}&limit=20`,
      ],
      [...screens.map(configurationOf), ...playlists.map((id) => itemsOf(id, 50))],
      mediaOf([...slotsOfScreens(all, screens), ...slotsOfPlaylists(all, playlists, 50)]),
    ];
  },
};
