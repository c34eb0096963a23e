import { createServer, type Server } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import type { Facade } from 'partner-graphql';

/**
 * The façade beside other routes of a server of node:http. `fastPath` serves plain requests, nearly
 * all of them, without Request and Response objects.
 */
export function createNodeServer(facade: Facade): Server {
  const adapter = createServerAdapter((request) => facade.fetch(request));
  return createServer((request, response) => {
    if (request.url === '/hello') {
      response.end('Hello.\n');
      return;
    }
    if (!facade.fastPath(request, response)) void adapter(request, response);
  });
}
