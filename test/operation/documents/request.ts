import type { HttpClient } from '../../system/http-client.js';
import { everything } from '../../system/test-system.js';
import type { ClientResponse } from '../../system/send.js';
import { manifest, writeManifest } from './manifest.js';

export const read = { organization: { id: 'org_nordlicht' } };
export const strict = 'application/graphql-response+json';

/** An answer holds the id of its request. */
const sameId = { 'x-request-id': 'the-same-request' };

export const post = (
  { send: ask }: HttpClient,
  body: unknown,
  accept = strict,
  credential = everything,
): Promise<ClientResponse> =>
  ask('/graphql', {
    method: 'POST',
    headers: { ...sameId, 'content-type': 'application/json', accept, authorization: `Bearer ${credential}` },
    body: JSON.stringify(body),
  });

export const get = (
  { send: ask }: HttpClient,
  parameters: Readonly<Record<string, string>>,
  accept = strict,
): Promise<ClientResponse> =>
  ask(`/graphql?${new URLSearchParams(parameters).toString()}`, {
    headers: { ...sameId, accept, authorization: `Bearer ${everything}` },
  });

/** Apollo's way of naming a document. */
export const named = (sha256Hash: unknown, version: unknown = 1) => ({
  persistedQuery: { version, sha256Hash },
});

export const messageOf = ({ errors }: ClientResponse): string | undefined => errors[0]?.message;

export const withManifest = (settings: Readonly<Record<string, string>> = {}) => ({
  settings: { TRUSTED_DOCUMENTS: writeManifest(manifest), ...settings },
});
