import type { OperationOptions } from '../rig/operation-request.js';
import { type HttpClient, jsonHeaders } from '../system/http-client.js';
import type { ClientResponse } from '../system/test-system.js';
import { manifest, openManifest } from './manifest.js';

export const read = { organization: { id: 'org_nordlicht' } };

/** Responses contain the id of their request, and some tests compare them. */
const sameId = { 'x-request-id': 'the-same-request' };

/** Posts a body that may have no query. */
export const post = (
  { ask }: HttpClient,
  body: object,
  { headers, ...options }: OperationOptions = {},
): Promise<ClientResponse> =>
  ask('', {
    members: { query: undefined, ...body },
    headers: { ...sameId, ...headers },
    ...options,
  });

export const get = (
  { send }: HttpClient,
  parameters: Readonly<Record<string, string>>,
): Promise<ClientResponse> =>
  send(`/graphql?${new URLSearchParams(parameters).toString()}`, {
    headers: { ...jsonHeaders, ...sameId },
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
