import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { constants } from 'node:os';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ClientConnection } from './client-connection.js';
import { lazy, type ServedFacade, type ServerContext, withHeaders } from './request-handler.js';
import { badRequestResponse, cacheControl, notFound, refuseMethod } from './response.js';
import { findAddressFault, normalizeTarget, pathOf } from './target.js';

type ListenerOptions = Pick<ServedFacade, 'fetch' | 'fastPath' | 'writer' | 'settings' | 'logger'>;

/**
 * Milliseconds between two checks for slow clients; the default of node:http, 30 s, would enforce
 * the timeouts late.
 */
const checkIntervalMs = 1000;

/** Listens with node:http; rejects when the port cannot be bound. */
export const listen = (handler: ListenerOptions): Promise<Listener> => new Listener(handler).open();

export class Listener {
  readonly server;
  private boundUrl = '';
  private readonly connections = new Map<Duplex, ClientConnection>();
  private isDraining = false;
  private isClosing = false;

  constructor(private readonly handler: ListenerOptions) {
    const { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS, KEEP_ALIVE_TIMEOUT_MS } = handler.settings;
    // None of these runs while an operation is executed: OPERATION_TIMEOUT_MS ends that.
    this.server = createServer({
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Longer than that of the load balancer: if the server closes first, a request may be lost.
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(checkIntervalMs, HEADERS_TIMEOUT_MS),
    });
    this.connect();
    const serve = createAdapter(handler);
    this.server.on('request', (request, response) => {
      this.add(request, response);
      normalizeTarget(request);
      if (!handler.fastPath(request, response)) void serve(request, response);
    });
    // Without a listener, node:http refuses the request by itself, and waits for its reader without
    // an end.
    this.server.on('checkExpectation', (request, response) => {
      this.add(request, response);
      handler.writer.send(response, new Response(null, { status: 417 }));
    });
  }

  /** Where it listens; empty until it is open. */
  get url(): string {
    return this.boundUrl;
  }

  async open(): Promise<this> {
    const { HOST, PORT } = this.handler.settings;
    await once(this.server.listen(PORT, HOST), 'listening');
    const address = this.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : '';
    const host = HOST.includes(':') ? `[${HOST}]` : HOST;
    this.boundUrl = `http://${host}:${port}`;
    return this;
  }

  /** @returns whether every request in flight was answered in time; until then `metrics` serves */
  async drain(facade: ServedFacade, metrics?: Listener): Promise<boolean> {
    const { DRAIN_DELAY_MS, DRAIN_TIMEOUT_MS } = facade.settings;
    facade.startDraining();
    // From now on each response, also of a request in flight, asks its client to close the
    // connection.
    this.isDraining = true;
    for (const connection of this.connections.values()) connection.closeAfterLast();
    if (DRAIN_DELAY_MS > 0) await delay(DRAIN_DELAY_MS);
    const closed = async (): Promise<boolean> => {
      await this.close();
      await facade.close();
      await metrics?.close();
      return true;
    };
    return Promise.race([closed(), delay(DRAIN_TIMEOUT_MS, false)]);
  }

  /**
   * Refuses new connections; resolves when every request in flight is answered and the last
   * connection has closed.
   */
  close(): Promise<void> {
    this.isClosing = true;
    const closed = new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
    // Node.js 20 takes a connection that has never sent anything for a busy one: it waits for the
    // first headers.
    for (const { socket } of this.connections.values()) {
      if (socket.bytesRead === 0) socket.destroy();
    }
    return closed;
  }

  private add(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connections.get(request.socket);
    connection?.add(request, response);
    if (this.isDraining) connection?.closeAfterLast();
  }

  private connect(): void {
    const { server, connections } = this;
    // Heads that were sent before the draining said `keep-alive`.
    const responded = (): void => {
      if (this.isClosing) server.closeIdleConnections();
    };
    server.on('connection', (socket) => {
      connections.set(socket, new ClientConnection(socket, responded));
      socket.once('close', () => connections.delete(socket));
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      connections.get(socket)?.refuseRest(faultStatuses.get(error.code ?? '') ?? 400);
    });
    // Without a listener, node:http closes the connection without a response.
    server.on('connect', (_request, socket) =>
      connections.get(socket)?.refuseRest(405, 'Allow: GET, POST\r\n'),
    );
  }
}

/** Statuses of what is no request, as node:http sends them; 400 for any other fault. */
const faultStatuses: ReadonlyMap<string, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/**
 * The fetch handler under node:http. Its package is loaded at the first request that the fast path
 * does not serve.
 */
const createAdapter = ({ fetch, writer, logger }: ListenerOptions) =>
  lazy(async () => {
    const { createServerAdapter } = await import('@whatwg-node/server');
    const adapter = createServerAdapter<ServerContext>((request, context) =>
      // The adapter would send the stack.
      fetch(request, { ...context, isForWriter: true }).catch((error: unknown) => {
        logger.error(
          { error: error instanceof Error ? error.stack : String(error) },
          'unexpected error',
        );
        return new Response('Internal error. It is logged.\n', { status: 500 });
      }),
    );
    return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      // It would not hear that the client has left before.
      if (response.destroyed) return;
      const context = { req: request };
      writer.send(response, await adapter.handleNodeRequestAndResponse(request, response, context));
    };
  });

type MetricsSource = Pick<ServedFacade, 'fetch' | 'metrics' | 'writer' | 'settings' | 'logger'>;

/**
 * Serves `/metrics` and the addresses of health over plain HTTP, on a port that operators reach and
 * clients do not.
 *
 * @param source whose `fetch` serves the addresses of health
 * @returns undefined without METRICS_PORT: the public port serves `/metrics`; rejects when the port
 *   cannot be bound
 */
export async function listenForMetrics(source: MetricsSource): Promise<Listener | undefined> {
  const { settings, logger, writer } = source;
  const { METRICS_PORT: PORT } = settings;
  if (PORT === undefined) return undefined;
  const headers = { 'Cache-Control': cacheControl, 'X-Content-Type-Options': 'nosniff' };
  const serve = withHeaders((request, context) => route(source, request, context), headers);
  const fetch: ServedFacade['fetch'] = (request, context = {}) => serve(request, context);
  return listen({ settings: { ...settings, PORT }, logger, writer, fetch, fastPath: () => false });
}

async function route({ metrics, fetch }: MetricsSource, request: Request, context: ServerContext) {
  const fault = findAddressFault(request, context);
  if (fault !== undefined) return badRequestResponse(fault);
  const path = pathOf(request.url);
  const isHealth = path === '/health/live' || path === '/health/ready';
  if (!isHealth && path !== '/metrics') return notFound('the metrics are at /metrics');
  return refuseMethod(request.method) ?? (isHealth ? fetch(request, context) : metrics());
}

/**
 * Drains at the first SIGTERM or SIGINT, and exits with 0: readiness says 503, new requests are
 * served for `DRAIN_DELAY_MS`, then requests in flight have `DRAIN_TIMEOUT_MS` to end. A second
 * signal exits at once, with the code that a shell expects: 128 and the number of the signal.
 */
export function drainOnSignal(logger: ServedFacade['logger'], drain: () => Promise<boolean>): void {
  let isDraining = false;
  const onSignal = (signal: 'SIGTERM' | 'SIGINT'): void => {
    if (isDraining) process.exit(128 + constants.signals[signal]);
    isDraining = true;
    logger.info({ signal }, 'draining');
    drain().then(
      (everythingAnswered) => {
        logger.info({ everythingAnswered }, 'drained');
        process.exit(0);
      },
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
