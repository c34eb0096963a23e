import { onTestFinished } from 'vitest';
import type { FacadeOptions } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import type { SimulatorOptions } from '../../src/simulator/simulator.js';
import type { OperationOptions } from '../rig/operation-request.js';
import { sendRaw } from '../rig/raw-client.js';
import {
  type ClientResponse,
  everything,
  readResponse,
  requestOf,
  startSystem,
  type TestSystem,
} from './test-system.js';

/** A system, and a client that sends HTTP requests to it. */
export interface HttpClient extends TestSystem {
  readonly send: (path: string, init?: RequestInit) => Promise<ClientResponse>;
  /** Posts an operation, by default with a credential of all scopes. */
  readonly ask: (query: string, options?: OperationOptions) => Promise<ClientResponse>;
}

/** A system behind node:http, as in deployments. */
export interface SocketClient extends HttpClient {
  readonly url: string;
  /** Sends these bytes, and reads until the response is complete or the connection ends. */
  readonly sendRaw: (text: string) => Promise<string>;
}

type Connect = (simulator?: SimulatorOptions, facade?: Partial<FacadeOptions>) => Promise<HttpClient>;

/** Connects through `facade.fetch`, as in runtimes without sockets. */
export const connectInProcess: Connect = async (simulatorOptions, facadeOptions) => {
  const system = await startSystem(simulatorOptions, facadeOptions);
  return {
    ...system,
    send: async (path, init = {}) => {
      const request = new Request(`http://facade.test${path}`, { ...init, ...duplexOf(init) });
      return readResponse(await system.facade.fetch(request));
    },
    ask: async (query, options) => readResponse(await system.facade.fetch(requestOf(query, options))),
  };
};

/** Connects through a port of this machine. */
export async function connectSocket(
  simulatorOptions: SimulatorOptions = {},
  { settings, ...options }: Partial<FacadeOptions> = {},
): Promise<SocketClient> {
  const system = await startSystem(simulatorOptions, { ...options, settings: { PORT: '0', ...settings } });
  const { url, server } = await listen(system.facade);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    ...system,
    url,
    send: async (path, init = {}) =>
      readResponse(await fetch(url + path, { redirect: 'manual', ...init, ...duplexOf(init) })),
    ask: async (query, options) => readResponse(await fetch(requestOf(query, { ...options, url }))),
    sendRaw: (text) => sendRaw(url, text),
  };
}

/** `fetch` requires `duplex` with a streamed body; some types of RequestInit lack it. */
const duplexOf = ({ body }: RequestInit): object =>
  body instanceof ReadableStream ? { duplex: 'half' } : {};

/** Both transports; their responses must not differ. */
export const transports: readonly (readonly [string, Connect])[] = [
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
