import { createFacade, type Facade } from '../../src/facade.js';
import type { Transport, RestResponse } from '../../src/rest/transport/transport.js';
import { allGrants } from '../rig/credential.js';
import type { Json } from '../rig/json.js';
import { createOrganization } from '../rig/organization.js';
import { route } from '../rig/route.js';
import { truthOf } from '../rig/truth.js';

/** Changes a true response before it is sent. */
export type Twist = (path: string, body: Json) => { readonly status?: number; readonly body: Json | string };

/**
 * The rig's Partner API without sockets. A path always has the same response after the same number of turns of the event
 * loop, so that two façades over it can be compared byte by byte.
 */
export function createWorldTransport(twist: Twist = (_path, body) => ({ body })): Transport {
  const world = {
    grants: allGrants(),
    organizations: {
      alpha: createOrganization('alpha', { screens: 12 }),
      beta: createOrganization('beta'),
    },
  };
  return ({ path, headers }) => {
    const credential = headers['authorization']?.replace(/^Bearer /, '');
    const number = hashOf(path) % 1000;
    const seen = { ...blank, target: path, routed: route(path, ''), credential, number };
    let reject: (reason: Error) => void = () => undefined;
    const response = new Promise<RestResponse>((resolve, refuse) => {
      reject = refuse;
      afterTurns(hashOf(path) % 4, () => {
        const truth = truthOf(seen, world);
        const { status = truth.status, body } = twist(path, truth.body);
        resolve({
          status,
          contentType: 'application/json',
          retryAfter: undefined,
          body: typeof body === 'string' ? body : JSON.stringify(body),
        });
      });
    });
    return { response, abort: (reason) => reject(reason) };
  };
}

const blank = {
  method: 'GET',
  rawHeaders: [],
  socket: 1,
  startedAt: 0,
  endedAt: undefined,
  peerLeft: false,
  bodyBytes: 0,
};

function afterTurns(turns: number, then: () => void): void {
  setImmediate(() => (turns === 0 ? then() : afterTurns(turns - 1, then)));
}

/** FNV-1a: a text has the same number in every run. */
export function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  return hash >>> 0;
}

/** A façade over {@link createWorldTransport}; with `reference`, graphql-js executes every operation. */
export function createWorldFacade(
  twist?: Twist,
  execution: 'planned' | 'reference' = 'planned',
  settings: Record<string, string> = {},
): Facade {
  return createFacade({
    partnerApiUrl: 'http://partner.test',
    transport: createWorldTransport(twist),
    execution,
    settings: { LOG_LEVEL: 'silent', ...settings },
  });
}

/** Sends an operation. */
export async function post(
  facade: Facade,
  body: unknown,
  credential: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const request = new Request('http://facade.test/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${credential}`,
      // Responses contain it, and those of two façades are compared.
      'x-request-id': 'the-same-request',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const response = await facade.fetch(request);
  return { status: response.status, text: await response.text() };
}
