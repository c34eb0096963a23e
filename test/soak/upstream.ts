import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { allGrants } from '../rig/credential.js';
import { createOrganization } from '../rig/organization.js';
import { route } from '../rig/route.js';
import { truthOf } from '../rig/truth.js';
import type { Random } from './random.js';

/** A Partner API on which every request may meet with an accident. It remembers nothing but how many there were. */
export interface FaultyUpstream {
  readonly url: string;
  readonly counts: ReadonlyMap<string, number>;
  /** While it is not told so, it only answers truly. */
  readonly setFaulty: (isFaulty: boolean) => void;
  readonly close: () => Promise<void>;
}

type Accident = (response: ServerResponse, truth: Truth) => void;
interface Truth {
  readonly status: number;
  readonly text: string;
}

const sizes = { screens: 130, media: 230, playlists: 12, items: 30 };

export async function startFaultyUpstream(random: Random): Promise<FaultyUpstream> {
  const world = {
    grants: allGrants(),
    organizations: { alpha: createOrganization('alpha', sizes), beta: createOrganization('beta', sizes) },
  };
  const counts = new Map<string, number>();
  let isFaulty = false;
  let number = 0;

  // Idle connections end soon: what is left open after a calm is somebody's mistake.
  const server = createServer({ keepAliveTimeout: 300 }, (request, response) => {
    number += 1;
    const credential = /^Bearer (.*)$/s.exec(request.headers.authorization ?? '')?.[1];
    const target = request.url ?? '';
    const seen = { ...blank, number, target, routed: route(target, ''), credential };
    const { status, body } = truthOf(seen, world);
    const name = isFaulty ? random.from(lots) : 'truth';
    counts.set(name, (counts.get(name) ?? 0) + 1);
    accidents[name](response, { status, text: JSON.stringify(body) });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    setFaulty: (wanted) => void (isFaulty = wanted),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const blank = {
  method: 'GET',
  rawHeaders: [],
  socket: 1,
  startedAt: 0,
  endedAt: undefined,
  peerLeft: false,
  bodyBytes: 0,
};

const json = { 'content-type': 'application/json' };

const give = (
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  headers: object = {},
): void => {
  response.writeHead(status, { ...json, ...headers });
  response.end(text);
};

const refuse =
  (status: number, headers: object = {}): Accident =>
  (response) =>
    give(
      response,
      status,
      '{"error":{"code":"accident","message":"An accident.","requestId":"up-1"}}',
      headers,
    );

const accidents = {
  truth: (response, { status, text }) => give(response, status, text),
  public: (response, { status, text }) =>
    give(response, status, text, { 'cache-control': 'public, max-age=2', etag: '"1"' }),
  stale: (response, { status, text }) =>
    give(response, status, text, {
      'cache-control': 'private, max-age=0, stale-while-revalidate=5',
      etag: '"2"',
    }),
  zipped: (response, { status, text }) =>
    give(response, status, gzipSync(text), { 'content-encoding': 'gzip' }),
  slow: (response, { status, text }) => void setTimeout(() => give(response, status, text), 150),
  silent: () => undefined,
  reset: (response) => void response.socket?.destroy(),
  cut(response, { status, text }) {
    response.writeHead(status, { ...json, 'content-length': text.length + 10 });
    response.write(text.slice(0, 40), () => response.socket?.destroy());
  },
  garbled: (response, { status, text }) => give(response, status, text.slice(0, -7)),
  html: (response) => give(response, 200, '<!doctype html>', { 'content-type': 'text/html' }),
  broken: (response, { status, text }) =>
    give(response, status, text.replace('"name":"', '"name":7,"was":"')),
  drifted: (response, { status, text }) =>
    give(response, status, text.replace('"online"', '"asleep"').replace('{', '{"new":{"deep":[1]},')),
  notFound: refuse(404),
  forbidden: refuse(403),
  unknown: refuse(401),
  limited: refuse(429, { 'retry-after': '1' }),
  failed: refuse(500),
  away: refuse(503),
  moved: refuse(302, { location: 'http://127.0.0.1:9/' }),
} satisfies Readonly<Record<string, Accident>>;

type Name = keyof typeof accidents;

const times = (count: number, names: readonly Name[]): Name[] =>
  names.flatMap((name) => Array.from({ length: count }, () => name));

/** Two in three are true; what stops a whole credential for a while is rare. */
const lots: readonly Name[] = [
  ...times(540, ['truth']),
  ...times(18, ['public', 'stale', 'zipped', 'slow', 'reset', 'cut', 'garbled', 'html', 'broken', 'drifted']),
  ...times(18, ['notFound', 'forbidden', 'failed', 'away', 'moved']),
  ...times(3, ['silent', 'unknown']),
  'limited',
];
