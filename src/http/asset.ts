import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { accepts } from './negotiation.js';
import { bytesBody } from './body.js';
import { notAllowed } from './response.js';
import { respond } from './writer.js';

/** Other files in the directory are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Requests never reach the file system.
 *
 * @throws Error that names the command to run, if there is no built dashboard
 */
export function readDashboardAssets(directory: URL) {
  try {
    const names = readdirSync(new URL('assets/', directory)).filter(
      (name) => extname(name) in types,
    );
    const files = new Map(
      names.map((name) => [
        `/dashboard/assets/${name}`,
        readAsset(new URL(`assets/${name}`, directory)),
      ]),
    );
    return { page: readAsset(new URL('index.html', directory)), files };
  } catch (cause) {
    throw new Error(`There is no built dashboard in ${directory.pathname}: run "npm run build".`, {
      cause,
    });
  }
}

/** Endings of the compressed files beside a file, the smallest first. */
const codings = { br: '.br', gzip: '.gz' };

function readAsset(file: URL): Asset {
  const body = new Uint8Array(readFileSync(file));
  const compressed = Object.entries(codings).flatMap(([coding, ending]) => {
    const packed = new URL(`${file.href}${ending}`);
    return existsSync(packed) ? [{ coding, body: new Uint8Array(readFileSync(packed)) }] : [];
  });
  return createAsset(types[extname(file.pathname)] ?? '', body, compressed);
}

/** Against sniffed types, leaked addresses and use by other sites. */
export const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/**
 * Images and videos may come from anywhere: media locations are opaque (contract, "What the service
 * does").
 */
export const pageHeaders = {
  ...safeHeaders,
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' http: https:",
    "media-src 'self' http: https:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
} as const;

/** File names contain a hash of the content, so a file never changes. */
export const fileHeaders = {
  ...safeHeaders,
  'Cache-Control': 'public, max-age=31536000, immutable',
} as const;

export type Asset = ReturnType<typeof createAsset>;

/** @param compressed the smallest first */
export const createAsset = (
  type: string,
  body: Uint8Array<ArrayBuffer>,
  compressed: readonly { coding: string; body: Uint8Array<ArrayBuffer> }[] = [],
) => ({
  type,
  body,
  compressed,
  /** Without quotes: each coding has a tag of its own. */
  tag: createHash('sha256').update(body).digest('base64url'),
});

/** @param headers say whether a client revalidates the file or keeps it for good */
export function serveAsset(
  request: Request,
  { type, body, compressed, tag }: Asset,
  headers: Readonly<Record<string, string>>,
): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return notAllowed('GET, HEAD', headers);
  }
  const accepted = request.headers.get('accept-encoding');
  // `*` does not count: no browser sends it alone.
  const packed = compressed.find(({ coding }) => accepts(accepted, (each) => each === coding));
  const etag = packed ? `"${tag}-${packed.coding}"` : `"${tag}"`;
  const common = { Vary: 'Accept-Encoding', ...headers, ETag: etag };
  if (listsTag(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: common });
  }
  const content = packed?.body ?? body;
  const all = {
    ...common,
    'Content-Type': type,
    'Content-Length': String(content.byteLength),
    ...(packed && { 'Content-Encoding': packed.coding }),
  };
  if (request.method === 'HEAD') return new Response(null, { headers: all });
  return respond(bytesBody(content), { headers: all });
}

/**
 * Whether `If-None-Match` lists a tag, or all (RFC 9110, 13.1.2); a proxy may have marked it as
 * weak.
 */
const listsTag = (header: string | null, etag: string): boolean =>
  header?.trim() === '*' ||
  header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) === true;
