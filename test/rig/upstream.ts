import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { allGrants } from './credential.js';
import { createOrganization, type Sizes } from './organization.js';
import { closePort, openPort } from './port.js';
import { type Responder, truthful } from './response.js';
import type { OperationId } from './route.js';
import { seenRequest, type SeenRequest } from './seen.js';
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
}

interface Fault {
  readonly match: Match;
  readonly responder: Responder;
  seen: number;
}

/** The faulty upstream over `node:http`: it keeps the contract until a test scripts a fault. */
export async function startUpstream({
  keepAliveTimeoutMs = 60_000,
  ...options
}: UpstreamOptions = {}) {
  const requests: SeenRequest[] = [];
  const faults: Fault[] = [];
  const load: Load = { inFlight: 0, maxInFlight: 0 };
  const grants = allGrants();
  const organizations = createOrganizations(options.sizes);
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (message, response) => {
    const request = toSeenRequest(requests.length + 1, message, options.prefix);
    requests.push(request);
    observe(request, message, response, load);
    const respond = pickResponder(faults, request);
    const truth = () => truthOf(request, { grants, organizations, ...options });
    Promise.resolve(respond({ request, response, truth })).catch(() => response.destroy());
  });
  const port = await openPort(server);
  return {
    /** Includes the prefix. */
    url: `http://127.0.0.1:${port}${options.prefix ?? ''}`,
    requests,
    organizations,
    /** The scopes of each credential; a test may add and remove some. */
    grants,
    ...watchConnections(server),
    /** Scripts a fault; of several that match, the latest applies. */
    on: (match: Match, responder: Responder) => void faults.unshift({ match, responder, seen: 0 }),
    count: (operation?: OperationId) =>
      requests.filter(({ routed }) => operation === undefined || routed?.operation === operation)
        .length,
    inFlight: () => load.inFlight,
    maxInFlight: () => load.maxInFlight,
    /** Closes the port and every connection; `start` opens the same port again. */
    stop: () => closePort(server, () => server.closeAllConnections()),
    start: () => openPort(server, port).then(() => undefined),
  };
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

const createOrganizations = (sizes: Sizes | undefined) => ({
  alpha: createOrganization('alpha', sizes),
  beta: createOrganization('beta', sizes),
});

function toSeenRequest(nth: number, message: IncomingMessage, prefix?: string): SeenRequest {
  const { method = '', url: target = '', rawHeaders } = message;
  return seenRequest(nth, { method, target, rawHeaders }, prefix);
}

interface Load {
  inFlight: number;
  maxInFlight: number;
}

function observe(
  request: SeenRequest,
  message: IncomingMessage,
  response: ServerResponse,
  load: Load,
): void {
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
  const sockets = new Set<Socket>();
  let opened = 0;
  server.on('connection', (socket) => {
    opened += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return { sockets, socketsOpened: () => opened };
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
