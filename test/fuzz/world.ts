import { createFacade, type Facade, type FacadeOptions } from '../../src/facade.js';
import type { RestResponse, Transport } from '../../src/rest/transport/transport.js';
import { allGrants, credentials } from '../rig/credential.js';
import type { Json } from '../rig/json.js';
import { createMemoryUpstream, responseWith } from '../rig/memory-upstream.js';
import { createOrganization } from '../rig/organization.js';
import { seenRequest } from '../rig/seen.js';
import { truthOf } from '../rig/truth.js';
import type { ValuePool } from './argument-value.js';

/** Changes a true response before it is sent. */
export type Twist = (
  path: string,
  body: Json,
) => { readonly status?: number; readonly body: Json | string };

/** Some paths fail, each in its own way every time. */
export const faulty: Twist = (path, body) => {
  const lot = hashOf(`lot ${path}`) % 12;
  if (lot === 0) return { status: 404, body: envelope(path) };
  if (lot === 1) return { status: 500, body: envelope(path) };
  if (lot === 2) return { body: JSON.stringify(body).replace('"name":"', '"name":7,"was":"') };
  return { body };
};

const envelope = (path: string) => ({
  error: { code: 'lot', message: 'No luck.', requestId: `up-${hashOf(path)}` },
});

/**
 * The rig's Partner API without sockets. A path always has the same response after the same number
 * of turns of the event loop, so that two façades over it can be compared byte by byte.
 */
function createWorldTransport(twist: Twist = (_path, body) => ({ body })): Transport {
  const world = {
    grants: allGrants(),
    organizations: {
      alpha: createOrganization('alpha', { screens: 12 }),
      beta: createOrganization('beta'),
    },
  };
  const respond = (path: string, credential: string | undefined): RestResponse => {
    const number = hashOf(path) % 1000;
    const truth = truthOf({ ...seenRequest(number, { target: path }), credential }, world);
    const { status = truth.status, body } = twist(path, truth.body);
    return responseWith(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  return createMemoryUpstream(respond, (path) => hashOf(path) % 4).transport;
}

/** FNV-1a: a text has the same number in every run. */
export function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  return hash >>> 0;
}

/** A façade over {@link createWorldTransport}. */
export const createWorldFacade = (
  twist?: Twist,
  { settings, ...options }: Pick<FacadeOptions, 'executeRun' | 'settings'> = {},
): Facade =>
  createFacade({
    partnerApiUrl: 'http://partner.test',
    transport: createWorldTransport(twist),
    settings: { LOG_LEVEL: 'silent', ...settings },
    ...options,
  });

/** Sends an operation. */
export async function post(
  facade: Facade,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const request = new Request('http://facade.test/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${credentials.alpha.everything}`,
      // Responses contain it, and those of two façades are compared.
      'x-request-id': 'the-same-request',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const response = await facade.fetch(request);
  return { status: response.status, text: await response.text() };
}

const ids = [
  's1',
  's2',
  's5',
  's11',
  'p1',
  'p2',
  'm1',
  'm3',
  'm5',
  'gone',
  'x/y',
  '..',
  '',
  'ä 😀',
  's1?',
];

/**
 * Ids of the rig's organization alpha, and some that name no record; the façade alone can make
 * global ids and cursors.
 */
export async function readPool(facade: Facade): Promise<ValuePool> {
  const query = `{
    organization { nodeId }
    screens { edges { cursor node { nodeId } } }
    playlists { edges { cursor node { nodeId } } }
    media { edges { cursor node { nodeId } } }
    playlist(id: "p1") { items { edges { cursor } } }
  }`;
  const { text } = await post(facade, { query });
  const all = (name: string): string[] =>
    [...text.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))].map((found) => found[1] ?? '');
  const [cursors, nodeIds] = [all('cursor'), all('nodeId')];
  const damaged = cursors
    .slice(0, 4)
    .map((cursor, index) => cursor.slice(0, -1 - index) + 'A'.repeat(index));
  return {
    ids,
    nodeIds: [...nodeIds, 'x', '', 'U2NyZWVuOmdvbmU='],
    cursors: [...cursors, ...damaged, '', 'x', 'x'.repeat(2000)],
  };
}
