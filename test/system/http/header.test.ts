import { describe, expect, it } from 'vitest';
import { transports } from '../http-client.js';
import { bearer, jsonHeaders, organizationBody } from './post.js';

const json = { 'content-type': 'application/json' };
const post = (body: string, headers: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  body,
  headers,
});
const withText = (query: string): string => JSON.stringify({ query });
const byGet = '/graphql?query=%7Borganization%7Bid%7D%7D';

const kinds: readonly (readonly [what: string, status: number, path: string, init: RequestInit])[] = [
  ['data', 200, '/graphql', post(organizationBody, jsonHeaders)],
  ['a field error', 200, '/graphql', post(withText('{ screen(id: "none") { name } }'), jsonHeaders)],
  ['no credential', 401, '/graphql', post(organizationBody, json)],
  [
    'a refused credential',
    401,
    '/graphql',
    post(organizationBody, { ...json, authorization: 'Bearer unknown' }),
  ],
  ['a document that does not fit', 400, '/graphql', post(withText('{ nope }'), jsonHeaders)],
  ['a body that is no JSON', 400, '/graphql', post('{', jsonHeaders)],
  ['a body that is too large', 413, '/graphql', post(withText(' '.repeat(200_000)), jsonHeaders)],
  ['another media type', 415, '/graphql', post('{}', { 'content-type': 'text/plain' })],
  ['another method', 405, '/graphql', { method: 'DELETE' }],
  ['a query by GET', 200, byGet, { headers: bearer }],
  ['introspection', 200, '/graphql', post(withText('{ __typename }'), json)],
  ['no such address', 404, '/nope', {}],
  ['health', 200, '/health/live', {}],
  ['GraphiQL', 200, '/graphql', { headers: { accept: 'text/html' } }],
];

describe.each(transports)('headers of every kind of response, through %s', (_transport, connect) => {
  it.each(kinds)(
    'G14: %s is private, varies by Authorization, and may not be sniffed (G15)',
    async (what, expected, path, init) => {
      const { send } = await connect();
      const { status, headers } = await send(path, init);
      expect(status).toBe(expected);
      expect(headers.get('cache-control')).toBe(
        what === 'GraphiQL' ? 'private, no-cache' : 'private, no-store',
      );
      expect(headers.get('vary')?.toLowerCase().split(/, */)).toContain('authorization');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{8,128}$/);
      for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'set-cookie'])
        expect(headers.get(name), name).toBeNull();
    },
  );
});
