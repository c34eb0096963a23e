import { createServer, type Server } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import type { ServerContext } from './graphql-http.js';
import type { Facade } from '../server.js';

/** The façade on a port. */
export interface Listener {
  readonly url: string;
  readonly server: Server;
}

/** Milliseconds after which a client that has not sent its headers, or its whole request, is cut off. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;

/** Listens with node:http; rejects when the port cannot be had. */
export function listen(facade: Facade): Promise<Listener> {
  const { HOST, PORT } = facade.settings;
  const adapter = createServerAdapter<ServerContext>((request, context) => facade.fetch(request, context));
  const server = createServer(
    { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs },
    (request, response) => {
      void adapter(request, response, {});
    },
  );
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => {
      server.off('error', reject);
      resolve({ url: urlOf(server, HOST), server });
    });
  });
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
