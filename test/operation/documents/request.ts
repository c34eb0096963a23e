import type { HttpClient } from '../../system/http-client.js';
import { everything } from '../../system/test-system.js';
import type { ClientResponse } from '../../system/send.js';
import { manifest, writeManifest } from './manifest.js';

export const read = { organization: { id: 'org_nordlicht' } };
export const strict = 'application/graphql-response+json';

/** Responses contain the id of their request, and some tests compare them. */
const sameId = { 'x-request-id': 'the-same-request' };

export const post = (
  { send }: HttpClient,
  body: unknown,
  accept = strict,
  credential = everything,
): Promise<ClientResponse> =>
  send('/graphql', {
    method: 'POST',
    headers: { ...sameId, 'content-type': 'application/json', accept, authorization: `Bearer ${credential}` },
    body: JSON.stringify(body),
  });

export const get = (
  { send }: HttpClient,
  parameters: Readonly<Record<string, string>>,
  accept = strict,
): Promise<ClientResponse> =>
  send(`/graphql?${new URLSearchParams(parameters).toString()}`, {
    headers: { ...sameId, accept, authorization: `Bearer ${everything}` },
  });

/** The extensions with which Apollo names a document. */
export const named = (sha256Hash: unknown, version: unknown = 1) => ({
  persistedQuery: { version, sha256Hash },
});

export const messageOf = ({ errors }: ClientResponse): string | undefined => errors[0]?.message;

export const withManifest = (settings: Readonly<Record<string, string>> = {}) => ({
  settings: { TRUSTED_DOCUMENTS: writeManifest(manifest), ...settings },
});
