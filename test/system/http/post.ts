import type { HttpClient } from '../http-client.js';
import { everything } from '../test-system.js';
import type { ClientResponse } from '../send.js';

export const bearer = { authorization: `Bearer ${everything}` };

export const jsonHeaders = {
  ...bearer,
  'content-type': 'application/json',
  accept: 'application/graphql-response+json',
};

export const organizationBody = JSON.stringify({ query: '{ organization { id } }' });

export const organizationResult = { data: { organization: { id: 'org_nordlicht' } } };

export const post = (
  client: HttpClient,
  body: BodyInit,
  headers: Record<string, string> = jsonHeaders,
): Promise<ClientResponse> => client.send('/graphql', { method: 'POST', headers, body });
