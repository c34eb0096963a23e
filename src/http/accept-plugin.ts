import type { Plugin } from 'graphql-yoga';
import { negotiate, servedTypes } from './negotiation.js';

/**
 * Yoga reads `Accept` after the operation has run, and ignores weights. It gets the header that `negotiate` has resolved,
 * and no request whose response it could not send.
 */
export const acceptPlugin: Plugin = {
  onRequest(event) {
    const accept = event.request.headers.get('accept');
    const types = negotiate(accept);
    if (types === undefined) {
      event.endResponse(notAcceptable());
      return;
    }
    const chosen = [types.whole, types.parts].filter((type) => type !== undefined).join(', ');
    if (chosen !== accept) event.setRequest(withAccept(event.request, chosen));
  },
};

/** A runtime's request may be immutable, and a copy would read the body through one more stream. */
function withAccept(request: Request, accept: string): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', accept);
  return new Proxy(request, {
    get(target, name) {
      if (name === 'headers') return headers;
      // Getters and methods of a Request need the Request itself as `this`.
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function notAcceptable(): Response {
  const message = `The Accept header admits no media type that is served: ${servedTypes.join(', ')}.`;
  const error = { message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
  return Response.json({ errors: [error] }, { status: 406 });
}
