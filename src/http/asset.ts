import { createHash } from 'node:crypto';
import { accepts } from './negotiation.js';
import { bytesBody } from './body.js';
import { notAllowed } from './response.js';
import { respond } from './writer.js';

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
