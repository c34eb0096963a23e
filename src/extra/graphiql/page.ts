import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createAsset, serveAsset } from '../../http/asset.js';
import type { Handler } from '../../http/request-handler.js';
import { costScript, costStyle } from './cost.js';
import { examplesFor } from './example.js';
import { pageStyle } from './style.js';

/**
 * A page that works without the internet. Its bundle has 18 MB: it is compressed once, and then
 * revalidated.
 */
export async function createGraphiQL(demoCredential: string | undefined): Promise<Handler> {
  const html = await renderPage(demoCredential);
  const body = new TextEncoder().encode(html);
  const compressed = [
    { coding: 'gzip', body: new Uint8Array(await promisify(gzip)(body)) },
  ] as const;
  const asset = createAsset('text/html; charset=utf-8', body, compressed);
  const headers = pageHeaders(html);
  return (request) => serveAsset(request, asset, headers);
}

/**
 * The editor's workers are blobs. Scripts are allowed by their hashes, so no other runs, whatever a
 * result contains.
 */
const pageHeaders = (html: string) => ({
  // At the same address, clients of GraphQL get JSON.
  Vary: 'Accept, Accept-Encoding',
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src blob: ${scriptsIn(html).map(sourceOf).join(' ')}`,
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
});

const scriptsIn = (html: string): string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);

/** Browsers hash the text with `\n` as line ends. */
const sourceOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script.replace(/\r\n?/g, '\n')).digest('base64')}'`;

async function renderPage(demoCredential: string | undefined): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const credential = { Authorization: `Bearer ${demoCredential ?? '<PARTNER_CREDENTIAL>'}` };
  const options = {
    title: 'Partner GraphQL',
    // It would subscribe by GET, and so write the operation into the logs of every server on the
    // way.
    method: 'POST' as const,
    defaultTabs: examplesFor(demoCredential !== undefined).map(({ query, variables, headers }) => ({
      query,
      headers: toJson({ ...credential, ...headers }),
      ...(variables && { variables: toJson(variables) }),
    })),
    headers: toJson(credential),
    defaultHeaders: toJson(credential),
    // A typed credential does not outlive the tab.
    shouldPersistHeaders: false,
    defaultEditorToolsVisibility: 'headers' as const,
    schemaDescription: true,
  };
  const html = withHandedOver(renderGraphiQL(options), options);
  const begin = html.indexOf('<script>');
  const cost = `<style>${pageStyle}${costStyle}</style><script>${handOverScript}${costScript}</script>`;
  return html.slice(0, begin) + cost + html.slice(begin);
}

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);

/**
 * Opens a query of another page, `/graphql#query=…&variables=…`: no access log has what is behind
 * the `#`.
 */
const handOverScript = `
const withHandedOver = (() => {
  const handed = new URLSearchParams(location.hash.slice(1));
  const query = handed.get('query');
  if (!query) return (options) => options;
  /* A reload then shows the tabs as the visitor left them. */
  history.replaceState(null, '', location.pathname + location.search);
  const variables = handed.get('variables') ?? '';
  const tab = (options) => ({ query, variables, headers: options.headers });
  return (options) => ({
    ...options, query, variables, initialHeaders: options.headers, defaultTabs: [tab(options), ...options.defaultTabs],
  });
})();
`;

/**
 * @throws Error if the page does not end with a call with these options: a new version may call
 *   otherwise
 */
function withHandedOver(html: string, options: object): string {
  const json = JSON.stringify(options);
  const at = html.lastIndexOf(json);
  if (at < 0) throw new Error('GraphiQL’s page does not contain its options as JSON.');
  return `${html.slice(0, at)}withHandedOver(${json})${html.slice(at + json.length)}`;
}
