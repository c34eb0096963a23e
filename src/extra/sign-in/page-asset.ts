import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { type Asset, createAsset } from '../../http/asset.js';

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
