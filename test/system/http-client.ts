import type { FacadeOptions } from '../../src/facade.js';
import type { SimulatorOptions } from '../../src/command/simulator/simulator.js';
import { openListener } from '../rig/open.js';
import type { OperationOptions } from '../rig/operation-request.js';
import { sendRaw } from '../rig/raw-client.js';
import {
  type ClientResponse,
  everything,
  readResponse,
  requestOf,
  startSystem,
} from './test-system.js';

/**
 * A system, and a client that sends HTTP requests to it through `facade.fetch`, as in runtimes
 * without sockets.
 */
export async function connectInProcess(...options: Parameters<typeof startSystem>) {
  const system = await startSystem(...options);
  return {
    ...system,
    send: async (path: string, init: RequestInit = {}) => {
      const request = new Request(`http://facade.test${path}`, { ...init, ...duplexOf(init) });
      return readResponse(await system.facade.fetch(request));
    },
    /** Posts an operation, by default with a credential of all scopes. */
    ask: async (query: string, operation?: OperationOptions) =>
      readResponse(await system.facade.fetch(requestOf(query, operation))),
  };
}

export type HttpClient = Awaited<ReturnType<typeof connectInProcess>>;

/** The same through a port of this machine: a system behind node:http, as in deployments. */
export async function connectSocket(
  simulatorOptions: SimulatorOptions = {},
  { settings, ...options }: Partial<FacadeOptions> = {},
) {
  const system = await startSystem(simulatorOptions, {
    ...options,
    settings: { PORT: '0', ...settings },
  });
  const { url } = await openListener(system.facade);
  return {
    ...system,
    url,
    send: async (path: string, init: RequestInit = {}) =>
      readResponse(await fetch(url + path, { redirect: 'manual', ...init, ...duplexOf(init) })),
    ask: async (query: string, operation?: OperationOptions) =>
      readResponse(await fetch(requestOf(query, { ...operation, url }))),
    /** Sends these bytes, and reads until the response is complete or the connection ends. */
    sendRaw: (text: string) => sendRaw(url, text),
  };
}

export type SocketClient = Awaited<ReturnType<typeof connectSocket>>;

/** `fetch` requires `duplex` with a streamed body; some types of RequestInit lack it. */
const duplexOf = ({ body }: RequestInit): object =>
  body instanceof ReadableStream ? { duplex: 'half' } : {};

/** Both transports; their responses must not differ. */
export const transports: readonly (readonly [string, typeof connectInProcess])[] = [
  ['facade.fetch', connectInProcess],
  ['node:http', connectSocket],
];

export const bearer = { authorization: `Bearer ${everything}` };

export const jsonHeaders = {
  ...bearer,
  'content-type': 'application/json',
  accept: 'application/graphql-response+json',
};

/** The header lines of a POST with a credential of all scopes. */
export const rawHeaders = ['Content-Type: application/json', `Authorization: Bearer ${everything}`];

/** The address of a GET with a query. */
export const getOf = (query: string): string => `/graphql?query=${encodeURIComponent(query)}`;

export const organizationBody = JSON.stringify({ query: '{ organization { id } }' });

export const organizationResult = { data: { organization: { id: 'org_nordlicht' } } };

export const post = (
  client: HttpClient,
  body: BodyInit,
  headers: Record<string, string> = jsonHeaders,
): Promise<ClientResponse> => client.send('/graphql', { method: 'POST', headers, body });
