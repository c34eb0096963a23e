import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { examples } from './graphiql-example.js';

/** Serves the explorer's page. */
export type GraphiQL = (request: Request) => Promise<Response>;

interface Page {
  readonly html: Uint8Array<ArrayBuffer>;
  readonly compressed: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/**
 * The explorer, whole in one page: it works with no internet. Its bundle is 18 MB, so it is loaded for the first one
 * who asks, compressed once, and revalidated by its tag from then on.
 *
 * @param demoCredential filled in as a header; undefined in front of a real Partner API
 */
export function createGraphiQL(demoCredential: string | undefined): GraphiQL {
  let page: Promise<Page> | undefined;
  return async (request) => {
    page ??= makePage(demoCredential);
    const { html, compressed, etag } = await page;
    if (request.headers.get('if-none-match') === etag)
      return new Response(null, { status: 304, headers: { ...pageHeaders, ETag: etag } });
    const takesGzip = request.headers.get('accept-encoding')?.includes('gzip') ?? false;
    const headers = { ...pageHeaders, ETag: etag, ...(takesGzip && { 'Content-Encoding': 'gzip' }) };
    return new Response(takesGzip ? compressed : html, { headers });
  };
}

/** Nothing is loaded from elsewhere and nothing is sent elsewhere; the editor's workers are blobs of the page. */
const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: http: https:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
} as const;

async function makePage(demoCredential: string | undefined): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const headers = JSON.stringify(
    { Authorization: `Bearer ${demoCredential ?? '<PARTNER_CREDENTIAL>'}` },
    null,
    2,
  );
  const html = new TextEncoder().encode(
    renderGraphiQL({
      title: 'Partner GraphQL',
      defaultTabs: examples.map(({ query, variables }) => ({
        query,
        headers,
        ...(variables && { variables }),
      })),
      headers,
      defaultHeaders: headers,
      shouldPersistHeaders: false,
      defaultEditorToolsVisibility: 'headers',
      schemaDescription: true,
    }),
  );
  const compressed = new Uint8Array(await promisify(gzip)(html));
  return { html, compressed, etag: `"${createHash('sha256').update(html).digest('base64url')}"` };
}
