import { createServer, type ServerResponse } from 'node:http';
import { closePort, openPort } from '../../rig/port.js';

/** The credential that lacks every scope; every other one has all. */
export const withoutScope = 'credential-without-scope';

/**
 * A Partner API that has some lists and nothing else.
 *
 * @param lists the records of each list, by its name, for example `tags`
 */
export async function startListUpstream(
  lists: Readonly<Record<string, readonly { readonly id: string }[]>>,
) {
  let requests: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push(url);
    const { pathname, searchParams } = new URL(url, 'http://upstream.test');
    const [, name = '', recordId] = /^\/api\/partner\/v1\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const records = lists[name] ?? [];
    const data = records.find(({ id }) => id === recordId);
    if (headers.authorization === `Bearer ${withoutScope}`)
      send(response, 403, envelope('forbidden'));
    else if (recordId === undefined) send(response, 200, pageOf(records, searchParams));
    else if (data === undefined) send(response, 404, envelope('not_found'));
    else send(response, 200, { data });
  });
  const port = await openPort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    /** Paths with their queries, in the order in which they came; taking them empties the list. */
    takeRequests() {
      const taken = requests;
      requests = [];
      return taken;
    },
    close: () => closePort(server, () => server.closeAllConnections()),
  };
}

function pageOf(all: readonly object[], query: URLSearchParams): object {
  const page = Number(query.get('page') ?? 1);
  const limit = Number(query.get('limit') ?? 20);
  const total = all.length;
  return {
    data: all.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
}

const envelope = (code: string): object => ({ error: { code, message: code, requestId: 'req_1' } });

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
