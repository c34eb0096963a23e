import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Facade } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';

/** A façade on a port, asked byte by byte. */
export interface Door {
  readonly post: (body: string | Buffer, headers: Readonly<Record<string, string>>) => Promise<HttpAnswer>;
  readonly close: () => Promise<void>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export async function openDoor(facade: Facade): Promise<Door> {
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
