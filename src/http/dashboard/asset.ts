import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { notAllowed } from './response.js';

/** A built file, ready to be sent. */
export interface DashboardAsset {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly compressed: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** The built dashboard: its page, and its other files by their exact path. */
export interface DashboardAssets {
  readonly page: DashboardAsset;
  readonly files: ReadonlyMap<string, DashboardAsset>;
}

/** File types of a build; other files in the directory are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Reads the built dashboard into memory, a few hundred kilobytes: requests never reach the file system.
 *
 * @param directory of `index.html`, with a slash at the end
 * @throws Error that names the command to run, if the dashboard has not been built
 */
export function readDashboardAssets(directory: URL): DashboardAssets {
  try {
    const files = readdirSync(new URL('assets/', directory)).flatMap((name) => {
      const type = types[extname(name)];
      if (type === undefined) return [];
      return [[`/dashboard/assets/${name}`, readAsset(new URL(`assets/${name}`, directory), type)] as const];
    });
    const page = readAsset(new URL('index.html', directory), 'text/html; charset=utf-8');
    return { page, files: new Map(files) };
  } catch (cause) {
    throw new Error(`There is no built dashboard in ${directory.pathname}: run "npm run build".`, { cause });
  }
}

function readAsset(file: URL, type: string): DashboardAsset {
  const body = new Uint8Array(readFileSync(file));
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return { type, body, compressed: new Uint8Array(gzipSync(body)), etag };
}

/** Serves a file; `headers` say whether a client revalidates it or keeps it for good. */
export function serveAsset(
  request: Request,
  { type, body, compressed, etag }: DashboardAsset,
  headers: Readonly<Record<string, string>>,
): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed('GET, HEAD', headers);
  const common = { ...headers, ETag: etag, Vary: 'Accept-Encoding' };
  if (request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers: common });
  const acceptsGzip = request.headers.get('accept-encoding')?.includes('gzip') ?? false;
  const content = acceptsGzip ? compressed : body;
  return new Response(request.method === 'HEAD' ? null : content, {
    headers: {
      ...common,
      'Content-Type': type,
      'Content-Length': String(content.byteLength),
      ...(acceptsGzip && { 'Content-Encoding': 'gzip' }),
    },
  });
}
