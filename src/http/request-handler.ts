import { Lifetime } from '../base/lifetime.js';
import {
  type Caller,
  clientLeft,
  countHeaders,
  createRequestId,
  readClient,
  readCredential,
  readMaxAge,
} from '../operation/operation-request.js';
import type { Settings } from '../config.js';
import type { Runtime } from '../operation/runtime.js';
import type { BacklogOwner } from '../operation/backlog.js';
import type { Body } from './body.js';
import { cacheControl, toRefusal } from './response.js';

/** What it takes to serve a façade. */
export interface ServedFacade {
  /** Serves one request: a fetch handler for any runtime. */
  readonly fetch: (request: Request, context?: ServerContext) => Promise<Response>;
  /**
   * False leaves the request to `fetch`. A method, so that a handler may declare node:http's own
   * types.
   */
  fastPath(request: NodeRequest, response: NodeResponse): boolean;
  /** Prometheus text, as `/metrics` serves it. */
  readonly metrics: () => Promise<Response>;
  readonly settings: Settings;
  readonly logger: Readonly<Record<'info' | 'error', (fields: object, message: string) => void>>;
  /**
   * Reads the file that TRUSTED_DOCUMENTS names now, if there is one; it is also read when it
   * changes.
   */
  reload(): void;
  /** Sends the responses of `fetch` to a client of node:http. */
  readonly writer: ResponseWriter;
  /** From now on readiness says 503. */
  readonly startDraining: () => void;
  /** Closes the connections to the Partner API, and sends the spans that are left. */
  close(): Promise<void>;
}

export type Handler = (request: Request, context: ServerContext) => Response | Promise<Response>;

/**
 * A handler that is made at its first request: loading what it needs would take a good part of
 * start and memory.
 */
export function lazy<Parameters extends unknown[], Result>(
  make: () => Promise<(...parameters: Parameters) => Result | Promise<Result>>,
): (...parameters: Parameters) => Promise<Result> {
  let made: ReturnType<typeof make> | undefined;
  return async (...parameters) => {
    made ??= make();
    const handler = await made;
    return handler(...parameters);
  };
}

/** A handler whose responses have these headers, refusals too. */
export function withHeaders(handler: Handler, headers: Readonly<Record<string, string>>) {
  const serve = async (request: Request, context: ServerContext) => handler(request, context);
  return async (request: Request, context: ServerContext): Promise<Response> => {
    const response = await serve(request, context).catch(toRefusal);
    for (const name in headers) response.headers.set(name, headers[name] ?? '');
    return response;
  };
}

/** Packages allow caches to keep an event stream and revalidate it. */
export const uncached = (handler: Handler): Handler =>
  withHeaders(handler, { 'Cache-Control': cacheControl });

export function callerOf(
  request: Request,
  { req, requestId = createRequestId() }: ServerContext,
): Caller {
  const { headers } = request;
  const headerCount = req === undefined ? 1 : countHeaders(req.rawHeaders, 'authorization');
  return {
    credential: readCredential(headers.get('authorization'), headerCount),
    requestId,
    client: readClient((name) => headers.get(name)),
    maxAge: readMaxAge(headers.get('cache-control')),
    lifetime: lifetimeOf(request),
  };
}

const lifetimeOf = (request: Request): Lifetime =>
  new Lifetime((end) => {
    const leave = (): void => end(clientLeft);
    request.signal.addEventListener('abort', leave, { once: true });
    // By the request: without it, a signal that the client has passed to it is no longer followed.
    return () => request.signal.removeEventListener('abort', leave);
  });

/** What the runtime may pass beside the request; node:http passes its own request. */
export interface ServerContext {
  readonly req?:
    | { readonly rawHeaders: readonly string[]; readonly url?: string | undefined }
    | undefined;
  /**
   * Its own response too, which is not read any more: the body of a response has its limits
   * anywhere.
   */
  readonly res?: unknown;
  /** True where `Writer.send` sends the response: its body is no web stream then. */
  readonly isForWriter?: boolean;
  /** Id of the request in the log, in the response and upstream. */
  readonly requestId?: string;
}

/**
 * What node:http passes to a request listener, in types of our own: an embedder may have no
 * `@types/node`.
 */
interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
  readonly complete: boolean;
}

interface NodeResponse {
  readonly headersSent: boolean;
  readonly statusCode: number;
  readonly shouldKeepAlive: boolean;
  readonly writableEnded: boolean;
}

/** `Writer`, in types of our own for the same reason. */
export interface ResponseWriter {
  send(response: NodeResponse, answer: Response): void;
  sendBody(response: NodeResponse, body: Body, ownerOf: OwnerOf, requestId: string): void;
  sendText(
    response: NodeResponse,
    text: string,
    beginning: Uint8Array | undefined,
    ownerOf: OwnerOf,
    requestId: string,
  ): void;
  toWeb(answer: Response): Response;
}

/**
 * Whose memory a response takes, looked up where its reader is slow; undefined without a usable
 * credential.
 */
export type OwnerOf = () => BacklogOwner | undefined;

/** What serving GraphQL takes. */
export interface HttpOptions {
  readonly runtime: Runtime;
  readonly writer: ResponseWriter;
  /** Of GraphQL. */
  readonly path: string;
}
