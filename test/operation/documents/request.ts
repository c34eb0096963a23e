import type { HttpClient } from '../../system/http-client.js';
import { type ClientResponse, everything } from '../../system/test-system.js';
import { manifest, openManifest } from './manifest.js';

export const read = { organization: { id: 'org_nordlicht' } };
export const strict = 'application/graphql-response+json';

/** Responses contain the id of their request, and some tests compare them. */
const sameId = { 'x-request-id': 'the-same-request' };

export interface PostOptions {
  readonly accept?: string;
  /** `null` sends none. */
  readonly credential?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export const post = (
  { send }: HttpClient,
  body: unknown,
  { accept = strict, credential = everything, headers }: PostOptions = {},
): Promise<ClientResponse> =>
  send('/graphql', {
    method: 'POST',
    headers: {
      ...sameId,
      'content-type': 'application/json',
      accept,
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });

export const get = (
  { send }: HttpClient,
  parameters: Readonly<Record<string, string>>,
): Promise<ClientResponse> =>
  send(`/graphql?${new URLSearchParams(parameters).toString()}`, {
    headers: { ...sameId, accept: strict, authorization: `Bearer ${everything}` },
  });

/** The extensions with which Apollo names a document. */
export const named = (sha256Hash: unknown, version: unknown = 1) => ({
  persistedQuery: { version, sha256Hash },
});

export const messageOf = ({ errors }: ClientResponse): string | undefined => errors[0]?.message;

export const withManifest = (
  settings: Readonly<Record<string, string>> = {},
  content: unknown = manifest,
) => ({ settings: { TRUSTED_DOCUMENTS: openManifest(content).path, ...settings } });
