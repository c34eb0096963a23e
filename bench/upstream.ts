import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { Server, Socket } from 'node:net';
import type { Certificate } from '../test/rig/certificate.js';
import { createResponses, type UpstreamResponse } from './response.js';
import type { DataSet } from './data.js';
import { forms, protocolOf, type UpstreamMode } from './mode.js';
import { createStore } from './store.js';

/**
 * A Partner API that responds from memory, as fast as node:http can, so that it is never the
 * bottleneck.
 */
export interface Upstream {
  readonly server: Server;
  /** REST requests that have arrived so far. */
  readonly requests: () => number;
  /** Those of them that came over HTTP/2. */
  readonly http2Requests: () => number;
  /** Renames a screen. */
  readonly change: () => void;
  /**
   * The requests since the last call, in the order of their arrival; empty unless they are
   * recorded.
   */
  readonly takeExchanges: () => readonly Exchange[];
  /** Ends every connection. */
  readonly close: () => void;
}

/** A REST request as the upstream saw it; milliseconds of its clock. */
export interface Exchange {
  readonly path: string;
  readonly arrivedAt: number;
  /** When the response was written. */
  finishedAt: number;
}

export interface UpstreamOptions {
  readonly mode: UpstreamMode;
  /** Milliseconds added to each response. */
  readonly latencyMs: number;
  /** Needed by the modes over HTTPS. */
  readonly certificate?: Certificate;
  readonly isRecorded?: boolean;
}

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;
type Listener = (request: Request, response: Response) => void;

export function createUpstream(data: DataSet, options: UpstreamOptions): Upstream {
  const { mode, latencyMs, isRecorded = false } = options;
  const state = { find: createFind(data, mode), requests: 0, http2Requests: 0, changes: 0 };
  let exchanges: Exchange[] = [];
  const server = createServerFor(options, (request, response) => {
    const path = request.url ?? '/';
    state.requests += 1;
    if (request.httpVersionMajor === 2) state.http2Requests += 1;
    const exchange = { path, arrivedAt: performance.now(), finishedAt: Infinity };
    if (isRecorded) exchanges.push(exchange);
    const isKnown = /^Bearer \S/.test(request.headers.authorization ?? '');
    const found = isKnown
      ? state.find(path)?.(String(request.headers['accept-encoding']))
      : undefined;
    const status = found !== undefined ? 200 : isKnown ? 404 : 401;
    const reply = (): void => {
      exchange.finishedAt = performance.now();
      send(response, status, found ?? refusal(status));
    };
    if (latencyMs === 0) reply();
    else setTimeout(reply, latencyMs);
  });
  return {
    server,
    requests: () => state.requests,
    http2Requests: () => state.http2Requests,
    change() {
      state.changes += 1;
      state.find = createFind(withChange(data, state.changes), mode);
    },
    takeExchanges() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    close: closer(server),
  };
}

function createServerFor({ mode, certificate }: UpstreamOptions, listener: Listener): Server {
  const protocol = protocolOf(mode);
  // No connection may end during a measurement; an HTTP/2 server ends none by itself.
  const keepAliveTimeout = 600_000;
  if (protocol === 'http') return createServer({ keepAliveTimeout }, listener);
  if (protocol === 'https') return createTlsServer({ ...certificate, keepAliveTimeout }, listener);
  return createSecureServer({ ...certificate, allowHTTP1: true }, listener);
}

/** A server of node:http2 does not know its connections. */
function closer(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}

/** The same data with another name of its first screen. */
function withChange(data: DataSet, change: number): DataSet {
  const [first, ...rest] = data.screens;
  const screens =
    first === undefined ? rest : [{ ...first, name: `Screen of change ${change}` }, ...rest];
  return { ...data, screens };
}

type NextResponse = (accepted: string) => UpstreamResponse;

/** Makes the responses to a path at its first request. */
function createFind(
  data: DataSet,
  mode: UpstreamMode,
): (target: string) => NextResponse | undefined {
  const store = createStore(data);
  const found = new Map<string, NextResponse>();
  return (target) => {
    const known = found.get(target);
    if (known !== undefined) return known;
    const body = store(target);
    if (body === undefined) return undefined;
    const next = createResponses(forms[mode], body);
    found.set(target, next);
    return next;
  };
}

function send(response: Response, status: number, { bytes, coding }: UpstreamResponse): void {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
  response.writeHead(
    status,
    coding === undefined ? headers : { ...headers, 'Content-Encoding': coding },
  );
  response.end(bytes);
}

const plain = (text: string): UpstreamResponse => ({ bytes: Buffer.from(text), coding: undefined });

const refusal = (status: number): UpstreamResponse =>
  plain(
    JSON.stringify({
      error: { code: String(status), message: 'Not found, or no credential.', requestId: 'none' },
    }),
  );
