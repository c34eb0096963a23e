import { createServer, type Server } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
// In a project of your own: from 'partner-graphql'.
import type { Facade } from '../../src/facade.js';

/**
 * The façade beside other routes of a node:http server. `req` lets it see headers that came twice; `fastPath` serves
 * the plain requests, nearly all of them, without Request and Response objects.
 */
export function createNodeServer(facade: Facade): Server {
  const usualDoor = createServerAdapter((request) => facade.fetch(request));
  return createServer((request, response) => {
    if (request.url === '/hello') {
      response.end('Hello.\n');
      return;
    }
    if (!facade.fastPath(request, response)) void usualDoor(request, response);
  });
}
