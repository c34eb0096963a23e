import { createServer, type Server } from 'node:http';
import type { Upstream } from './upstream.js';

/** What the bench asks its upstream, on a port of its own and always over plain HTTP. */
export function createControl(upstream: Upstream): Server {
  const replies: Readonly<Record<string, () => unknown>> = {
    '/requests': upstream.requests,
    '/http2-requests': upstream.http2Requests,
    '/exchanges': upstream.takeExchanges,
    '/change'() {
      upstream.change();
      return 'changed';
    },
  };
  return createServer((request, response) => {
    response.end(JSON.stringify(replies[request.url ?? '']?.() ?? 'unknown'));
  });
}
