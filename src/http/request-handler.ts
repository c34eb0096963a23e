/** Serves HTTP requests. */
export interface RequestHandler {
  /** Serves one request: a fetch handler for any runtime. */
  readonly fetch: (request: Request, context?: ServerContext) => Promise<Response>;
  /**
   * Serves a plain request of node:http faster; false leaves the request to `fetch`. See `fast-path.ts`. A method, so
   * that a handler may declare node:http's own types.
   */
  fastPath(request: NodeRequest, response: NodeResponse): boolean;
}

/** Serves a request at one of the router's addresses. */
export type Handler = (request: Request, context: ServerContext) => Promise<Response>;

/** What the runtime may pass beside the request; node:http passes its own request. */
export interface ServerContext {
  readonly req?: { readonly rawHeaders: readonly string[]; readonly url?: string | undefined };
  /** Its own response too: one that lasts is given a time limit for a client that does not read. */
  readonly res?: { readonly setTimeout?: (milliseconds: number) => unknown };
  /** Id of the request in the log, in the response and upstream. */
  readonly requestId?: string;
}

/**
 * What node:http passes to a request listener, in types of our own: an embedder may have no `@types/node`. Only objects
 * that node:http has made are accepted.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
  readonly complete: boolean;
}

export interface NodeResponse {
  readonly headersSent: boolean;
  readonly statusCode: number;
  readonly shouldKeepAlive: boolean;
  readonly writableEnded: boolean;
}
