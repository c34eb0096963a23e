import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import { describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { operationRequest } from '../rig/operation-request.js';
import { openUntilEnd } from '../rig/port.js';
import { everything, startSystem } from '../system/test-system.js';

const body = JSON.stringify({ query: '{ organization { name } }' });

/** What a server of others does before the façade gets the request. */
type Before = (request: IncomingMessage & { body?: unknown }) => Promise<void> | void;

const befores: Readonly<Record<string, Before>> = {
  'nothing has': () => undefined,
  'a parser of JSON has read it, as that of Express': async (request) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    request.body = JSON.parse(text);
  },
  'it comes as text, by setEncoding': (request) => void request.setEncoding('utf8'),
};

/** The façade in a server of node:http, behind what has read the body. */
async function serve(facade: Facade, before: Before): Promise<string> {
  const adapter = createServerAdapter((request: Request) => facade.fetch(request));
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await before(request);
    if (!facade.fastPath(request, response)) await adapter(request, response);
  };
  const server = createServer((request, response) => void handle(request, response));
  return `http://127.0.0.1:${await openUntilEnd(server)}/graphql`;
}

describe('in a server of node:http, an operation is answered', () => {
  it.each(Object.entries(befores))('where %s the body', async (_what, before) => {
    const { facade } = await startSystem();
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${everything}` };
    const response = await fetch(await serve(facade, before), { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      data: { organization: { name: 'Nordlicht Bahn & Retail' } },
    });
  });
});

it('a Request whose body was read is refused with what to do', async () => {
  const { facade } = await startSystem();
  const request = operationRequest('{ organization { name } }', { credential: everything });
  await request.text();
  const response = await facade.fetch(request);
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    errors: [
      {
        message: expect.stringContaining('Pass a Request that nobody has read') as string,
        extensions: { code: 'INTERNAL_SERVER_ERROR' },
      },
    ],
  });
});
