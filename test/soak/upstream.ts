import { gzipSync } from 'node:zlib';
import { html, later, reset, type Responder, silence, status, truthful } from '../rig/response.js';
import { startUpstream } from '../rig/upstream.js';
import type { Random } from './random.js';

/** A Partner API that fails some requests at random, and counts its responses by kind. */
export async function startFaultyUpstream(random: Random) {
  const sizes = { screens: 130, media: 230, playlists: 12, items: 30 };
  // Idle connections end soon, so any handle that stays open afterwards is a leak.
  const upstream = await startUpstream({ sizes, keepAliveTimeoutMs: 300 });
  const counts = new Map<string, number>();
  upstream.on({}, (exchange) => {
    const name = random.from(weightedReplies);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return replies[name](exchange);
  });
  return { ...upstream, counts };
}

const json = { 'content-type': 'application/json' };

/** The true response with other headers, and another text. */
const sent =
  (headers: object, edit: (text: string) => string | Buffer = (text) => text): Responder =>
  ({ response, truth }) => {
    const { status: code, body } = truth();
    response.writeHead(code, { ...json, ...headers }).end(edit(JSON.stringify(body)));
  };

const replies = {
  truth: truthful,
  public: sent({ 'cache-control': 'public, max-age=2', etag: '"1"' }),
  stale: sent({ 'cache-control': 'private, max-age=0, stale-while-revalidate=5', etag: '"2"' }),
  zipped: sent({ 'content-encoding': 'gzip' }, gzipSync),
  slow: later(150),
  silent: silence,
  reset,
  cut({ response, truth }) {
    const { status: code, body } = truth();
    const text = JSON.stringify(body);
    response.writeHead(code, { ...json, 'content-length': text.length + 10 });
    response.write(text.slice(0, 40), () => response.socket?.destroy());
  },
  garbled: sent({}, (text) => text.slice(0, -7)),
  html: html(200),
  broken: sent({}, (text) => text.replace('"name":"', '"name":7,"was":"')),
  drifted: sent({}, (text) =>
    text.replace('"online"', '"asleep"').replace('{', '{"new":{"deep":[1]},'),
  ),
  notFound: status(404),
  forbidden: status(403),
  unknown: status(401),
  limited: status(429, { headers: { 'retry-after': '1' } }),
  failed: status(500),
  away: status(503),
  moved: status(302, { headers: { location: 'http://127.0.0.1:9/' } }),
} satisfies Readonly<Record<string, Responder>>;

type Name = keyof typeof replies;

const repeat = (count: number, names: readonly Name[]): Name[] =>
  names.flatMap((name) => Array.from({ length: count }, () => name));

/** About two in three are true; faults that stop a whole credential for a while are rare. */
const weightedReplies: readonly Name[] = [
  ...repeat(540, ['truth']),
  ...repeat(18, ['public', 'stale', 'zipped', 'slow', 'reset']),
  ...repeat(18, ['cut', 'garbled', 'html', 'broken', 'drifted']),
  ...repeat(18, ['notFound', 'forbidden', 'failed', 'away', 'moved']),
  ...repeat(3, ['silent', 'unknown']),
  'limited',
];
