import type { NodeRequest, NodeResponse } from './node-http.js';
import type { ServerContext } from './server-context.js';

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
