import { createServer, type Server, type ServerResponse } from 'node:http';
import type { DataSet } from './data.js';

/** A Partner API that answers out of memory, as fast as node:http can: what is measured is what stands before it. */
export interface StaticUpstream {
  readonly server: Server;
  /** API requests that have arrived so far; also told at `/requests`. */
  readonly requests: () => number;
}

/** @param latencyMs added to each answer */
export function createUpstream(data: DataSet, latencyMs: number): StaticUpstream {
  const find = createStore(data);
  let requests = 0;
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    if (target === '/requests') {
      send(response, 200, Buffer.from(String(requests)));
      return;
    }
    requests += 1;
    const isKnown = /^Bearer \S/.test(request.headers.authorization ?? '');
    const body = isKnown ? find(target) : undefined;
    const status = body !== undefined ? 200 : isKnown ? 404 : 401;
    const reply = (): void => send(response, status, body ?? refusal(status));
    if (latencyMs === 0) reply();
    else setTimeout(reply, latencyMs);
  });
  // No connection is to end during a measurement.
  server.keepAliveTimeout = 600_000;
  return { server, requests: () => requests };
}

function send(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
}

const refusal = (status: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      error: { code: String(status), message: 'There is nothing for you.', requestId: 'none' },
    }),
  );

const root = '/api/partner/v1';

/** The body behind a path with its query; undefined where there is none. Pages are put together once. */
function createStore(data: DataSet): (target: string) => Buffer | undefined {
  const bodies = new Map<string, Buffer>();
  const lists = new Map<string, readonly Buffer[]>();
  const addOne = (path: string, record: unknown): void =>
    void bodies.set(`${root}/${path}`, Buffer.from(JSON.stringify({ data: record })));
  const addList = (path: string, records: readonly unknown[]): void =>
    void lists.set(
      `${root}/${path}`,
      records.map((record) => Buffer.from(JSON.stringify(record))),
    );

  addOne('organization', data.organization);
  addList('screens', data.screens);
  addList('playlists', data.playlists);
  addList('media', data.media);
  for (const record of data.screens) addOne(`screens/${record.id}`, record);
  for (const record of data.playlists) addOne(`playlists/${record.id}`, record);
  for (const record of data.media) addOne(`media/${record.id}`, record);
  for (const [id, configuration] of data.configurations) addOne(`screens/${id}/configuration`, configuration);
  for (const [id, items] of data.playlistItems) addList(`playlists/${id}/items`, items);

  return (target) => {
    const known = bodies.get(target);
    if (known !== undefined) return known;
    const { pathname, searchParams } = new URL(target, 'http://upstream');
    const list = lists.get(pathname);
    if (list === undefined) return undefined;
    const page = pageOf(list, Number(searchParams.get('page') ?? 1), Number(searchParams.get('limit') ?? 20));
    bodies.set(target, page);
    return page;
  };
}

/** Contract, "Pagination of collections". */
function pageOf(list: readonly Buffer[], page: number, limit: number): Buffer {
  const total = list.length;
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) };
  const shown = list.slice((page - 1) * limit, page * limit).join(',');
  return Buffer.from(`{"data":[${shown}],"pagination":${JSON.stringify(pagination)}}`);
}
