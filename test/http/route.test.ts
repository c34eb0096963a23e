import { describe, expect, it } from 'vitest';
import type { Handler } from '../../src/http/request-handler.js';
import { reportRoute, RouteTable } from '../../src/http/route.js';
import { openFacade } from '../rig/open.js';

const handler: Handler = () => new Response();

describe('the route of a path', () => {
  const page = { path: '/page', handler, isCounted: true };
  const below = { path: (path: string) => path.startsWith('/page'), handler };
  const table = new RouteTable([below, page]);

  it('is the one that names it, before one that covers it', () => {
    expect(table.find('/page')).toBe(page);
    expect(table.find('/page/one')).toBe(below);
  });

  it('is none where no route names or covers it', () => {
    expect(table.find('/')).toBeUndefined();
    expect(table.find('/Page')).toBeUndefined();
  });

  it('is counted under its path where it says so, and never where it only covers the path', () => {
    expect(table.counts('/page')).toBe(true);
    expect(table.counts('/page/one')).toBe(false);
    expect(table.counts('/other')).toBe(false);
  });
});

describe('the route of a report', () => {
  const route = reportRoute('/report', () => new Response('fine'));
  const ask = async (method: string): Promise<Response> =>
    route.handler(new Request('http://facade.test/report', { method }), {});

  it.each(['GET', 'HEAD', 'OPTIONS'])('responds to %s', async (method) => {
    expect((await ask(method)).status).toBe(200);
  });

  it('refuses other methods', async () => {
    const response = await ask('POST');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  it('is served over plain HTTP in production, and counted', () => {
    expect(route).toMatchObject({ isPlain: true, isCounted: true });
  });
});

describe('the paths of MCP', () => {
  const open = (MCP: string, path?: string) =>
    openFacade({
      partnerApiUrl: 'https://127.0.0.1:9',
      settings: { NODE_ENV: 'production', MCP },
      ...(path !== undefined && { path }),
    });
  const statusOf = async (facade: ReturnType<typeof open>, path: string): Promise<number> =>
    (await facade.fetch(new Request(`http://facade.test${path}`))).status;
  const lookUp = '/.well-known/oauth-protected-resource';

  it('over plain HTTP, look-ups for a sign-in learn that there is none; all else is refused', async () => {
    const facade = open('true');
    const response = await facade.fetch(new Request(`http://facade.test${lookUp}`));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
    expect(await statusOf(facade, '/mcp')).toBe(426);
  });

  it('are unknown where MCP is off', async () => {
    const facade = open('false');
    const response = await facade.fetch(new Request(`http://facade.test${lookUp}`));
    expect(await response.text()).toBe(
      'Not found: GraphQL is at /graphql, and at no other path.\n',
    );
    expect(await statusOf(facade, '/mcp')).toBe(404);
  });

  it('leave a look-up’s path to GraphQL where an embedder serves it there', async () => {
    const facade = open('true', '/register');
    expect(await statusOf(facade, '/register')).toBe(426);
    expect(await statusOf(facade, '/token')).toBe(404);
  });
});
