import type { Handler } from './request-handler.js';

/**
 * A handler that is made at its first request. Loading what it needs would take a good part of the start, and of the memory
 * of a server that never gets such a request.
 */
export function lazyHandler(make: () => Promise<Handler>): Handler {
  let handler: Promise<Handler> | undefined;
  return async (request, context) => (await (handler ??= make()))(request, context);
}
