import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { allGrants } from '../rig/credential.js';
import { createOrganization } from '../rig/organization.js';
import { route } from '../rig/route.js';
import { withoutSocket } from '../rig/seen.js';
import { truthOf } from '../rig/truth.js';
import type { Random } from './random.js';

/** A Partner API that fails some requests at random, and counts its responses by kind. */
export interface FaultyUpstream {
  readonly url: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

type Reply = (response: ServerResponse, truth: Truth) => void;
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
  let number = 0;

  // Idle connections end soon, so any handle that stays open afterwards is a leak.
  const server = createServer({ keepAliveTimeout: 300 }, (request, response) => {
    number += 1;
    const credential = /^Bearer (.*)$/s.exec(request.headers.authorization ?? '')?.[1];
    const target = request.url ?? '';
    const received = { ...withoutSocket, number, target, routed: route(target, ''), credential };
    const { status, body } = truthOf(received, world);
    const name = random.from(weightedReplies);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    replies[name](response, { status, text: JSON.stringify(body) });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const json = { 'content-type': 'application/json' };

const respond = (
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  headers: object = {},
): void => {
  response.writeHead(status, { ...json, ...headers });
  response.end(text);
};

const refuse =
  (status: number, headers: object = {}): Reply =>
  (response) =>
    respond(
      response,
      status,
      '{"error":{"code":"fault","message":"An injected fault.","requestId":"up-1"}}',
      headers,
    );

const replies = {
  truth: (response, { status, text }) => respond(response, status, text),
  public: (response, { status, text }) =>
    respond(response, status, text, { 'cache-control': 'public, max-age=2', etag: '"1"' }),
  stale: (response, { status, text }) =>
    respond(response, status, text, {
      'cache-control': 'private, max-age=0, stale-while-revalidate=5',
      etag: '"2"',
    }),
  zipped: (response, { status, text }) =>
    respond(response, status, gzipSync(text), { 'content-encoding': 'gzip' }),
  slow: (response, { status, text }) => void setTimeout(() => respond(response, status, text), 150),
  silent: () => undefined,
  reset: (response) => void response.socket?.destroy(),
  cut(response, { status, text }) {
    response.writeHead(status, { ...json, 'content-length': text.length + 10 });
    response.write(text.slice(0, 40), () => response.socket?.destroy());
  },
  garbled: (response, { status, text }) => respond(response, status, text.slice(0, -7)),
  html: (response) => respond(response, 200, '<!doctype html>', { 'content-type': 'text/html' }),
  broken: (response, { status, text }) =>
    respond(response, status, text.replace('"name":"', '"name":7,"was":"')),
  drifted: (response, { status, text }) =>
    respond(response, status, text.replace('"online"', '"asleep"').replace('{', '{"new":{"deep":[1]},')),
  notFound: refuse(404),
  forbidden: refuse(403),
  unknown: refuse(401),
  limited: refuse(429, { 'retry-after': '1' }),
  failed: refuse(500),
  away: refuse(503),
  moved: refuse(302, { location: 'http://127.0.0.1:9/' }),
} satisfies Readonly<Record<string, Reply>>;

type Name = keyof typeof replies;

const repeat = (count: number, names: readonly Name[]): Name[] =>
  names.flatMap((name) => Array.from({ length: count }, () => name));

/** About two in three are true; faults that stop a whole credential for a while are rare. */
const weightedReplies: readonly Name[] = [
  ...repeat(540, ['truth']),
  ...repeat(18, [
    'public',
    'stale',
    'zipped',
    'slow',
    'reset',
    'cut',
    'garbled',
    'html',
    'broken',
    'drifted',
  ]),
  ...repeat(18, ['notFound', 'forbidden', 'failed', 'away', 'moved']),
  ...repeat(3, ['silent', 'unknown']),
  'limited',
];
