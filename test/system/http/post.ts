import { type HttpClient } from '../http-client.js';
import { everything } from '../test-system.js';
import { type ClientResponse } from '../send.js';

export const bearer = { authorization: `Bearer ${everything}` };

export const json = {
  ...bearer,
  'content-type': 'application/json',
  accept: 'application/graphql-response+json',
};

export const reading = JSON.stringify({ query: '{ organization { id } }' });

export const read = { data: { organization: { id: 'org_nordlicht' } } };

export const post = (
  { send: ask }: HttpClient,
  body: BodyInit,
  headers: Record<string, string> = json,
): Promise<ClientResponse> => ask('/graphql', { method: 'POST', headers, body });
