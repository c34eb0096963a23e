import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { allGrants } from './credential.js';
import { createOrganization, type OrganizationData, type Sizes } from './organization.js';
import { closePort, openPort } from './port.js';
import { type Responder, truthful } from './response.js';
import { type OperationId, route } from './route.js';
import { credentialOf, type SeenRequest } from './seen.js';
import { type PastEnd, truthOf } from './truth.js';

/** The requests of a fault; every member narrows them. */
export interface Match {
  readonly operation?: OperationId;
  readonly id?: string;
  readonly credential?: string;
  /** Only the n-th of the matching requests, from 1. */
  readonly nth?: number;
  /** The n-th and all later ones. */
  readonly from?: number;
  /** Maximum number of requests. */
  readonly times?: number;
}

export interface UpstreamOptions {
  readonly prefix?: string;
  readonly sizes?: Sizes;
  /** Milliseconds until it closes an idle connection. */
  readonly keepAliveTimeoutMs?: number;
  /** Maximum page size, whatever `limit` says. */
  readonly pageCap?: number;
  /** The content of a page past the end: nothing, or the last page under one of two numbers. */
  readonly pastEnd?: PastEnd;
  /** Called before each page is cut, to change a collection between pages. */
  readonly beforePage?: (request: SeenRequest, data: OrganizationData) => void;
}

interface Fault {
  readonly match: Match;
  readonly responder: Responder;
  seen: number;
}

/** The faulty upstream over `node:http`: it keeps the contract until a test scripts a fault. */
export async function startUpstream({ keepAliveTimeoutMs = 60_000, ...options }: UpstreamOptions = {}) {
  const requests: SeenRequest[] = [];
  const faults: Fault[] = [];
  const load: Load = { inFlight: 0, maxInFlight: 0 };
  const grants = allGrants();
  const organizations = {
    alpha: createOrganization('alpha', options.sizes),
    beta: createOrganization('beta', options.sizes),
  };
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (message, response) => {
    const request = readRequest(message, options.prefix ?? '', requests.length + 1, connections.numberOf);
    requests.push(request);
    observe(request, message, response, load);
    const respond = pickResponder(faults, request);
    const truth = () => truthOf(request, { grants, organizations, ...options });
    Promise.resolve(respond({ request, response, truth })).catch(() => response.destroy());
  });
  const connections = watchConnections(server);
  const port = await openPort(server);
  return {
    /** Includes the prefix. */
    url: `http://127.0.0.1:${port}${options.prefix ?? ''}`,
    requests,
    organizations,
    /** The scopes of each credential; a test may add and remove some. */
    grants,
    sockets: connections.open,
    /** Scripts a fault; of several that match, the latest applies. */
    on: (match: Match, responder: Responder) => void faults.unshift({ match, responder, seen: 0 }),
    /** Number of requests of one operation, or of all. */
    count: (operation?: OperationId) =>
      requests.filter(({ routed }) => operation === undefined || routed?.operation === operation).length,
    inFlight: () => load.inFlight,
    maxInFlight: () => load.maxInFlight,
    socketsOpened: connections.opened,
    /** Closes the port and every connection; `start` opens the same port again. */
    stop: () => closePort(server, () => server.closeAllConnections()),
    start: () => openPort(server, port).then(() => undefined),
  };
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

interface Load {
  inFlight: number;
  maxInFlight: number;
}

function readRequest(
  message: IncomingMessage,
  prefix: string,
  number: number,
  numberOf: (socket: Socket) => number,
): SeenRequest {
  const target = message.url ?? '';
  return {
    number,
    method: message.method ?? '',
    target,
    routed: route(target, prefix),
    rawHeaders: message.rawHeaders,
    credential: credentialOf(message),
    socket: numberOf(message.socket),
    startedAt: performance.now(),
    endedAt: undefined,
    peerLeft: false,
    bodyBytes: 0,
  };
}

/** Follows a request to its end. */
function observe(request: SeenRequest, message: IncomingMessage, response: ServerResponse, load: Load): void {
  load.inFlight += 1;
  load.maxInFlight = Math.max(load.maxInFlight, load.inFlight);
  message.on('data', (chunk: Buffer) => (request.bodyBytes += chunk.length));
  response.once('close', () => {
    load.inFlight -= 1;
    request.endedAt = performance.now();
    request.peerLeft = !response.writableFinished;
  });
}

function watchConnections(server: Server) {
  const open = new Set<Socket>();
  const numbers = new WeakMap<Socket, number>();
  let opened = 0;
  server.on('connection', (socket) => {
    opened += 1;
    numbers.set(socket, opened);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return { open, opened: () => opened, numberOf: (socket: Socket) => numbers.get(socket) ?? 0 };
}

function pickResponder(faults: readonly Fault[], request: SeenRequest): Responder {
  for (const fault of faults) {
    const { operation, id, credential, nth, from = 1, times = Infinity } = fault.match;
    if (operation !== undefined && request.routed?.operation !== operation) continue;
    if (id !== undefined && request.routed?.id !== id) continue;
    if (credential !== undefined && request.credential !== credential) continue;
    fault.seen += 1;
    if (nth !== undefined && fault.seen !== nth) continue;
    if (fault.seen >= from && fault.seen < from + times) return fault.responder;
  }
  return truthful;
}
