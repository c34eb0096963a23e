import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Facade } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';

/** A client of a façade on a port. */
export interface HttpClient {
  readonly post: (body: string | Buffer, headers: Readonly<Record<string, string>>) => Promise<HttpResponse>;
  readonly close: () => Promise<void>;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export async function connectHttp(facade: Facade): Promise<HttpClient> {
  const { url, server } = await listen(facade);
  const agent = new Agent({ keepAlive: true });
  return {
    async post(body, headers) {
      const sent = request(`${url}/graphql`, {
        agent,
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      });
      sent.end(body);
      // The event has one argument, the response.
      const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & Incoming];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(Buffer.from(chunk));
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await facade.close();
    },
  };
}

interface Incoming {
  readonly statusCode?: number;
  readonly headers: IncomingHttpHeaders;
}
