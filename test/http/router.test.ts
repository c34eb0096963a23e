import { describe, expect, it } from 'vitest';
import { everything, startSystem } from '../system/test-system.js';

const linked = '/graphql?query=%7B%20organization%20%7B%20id%20%7D%20%7D';
/** The `Accept` of Chromium when it opens an address. */
const navigation =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8';

async function open(settings: Readonly<Record<string, string>> = {}) {
  const { facade, simulator } = await startSystem({}, { settings });
  const ask = async (path: string, accept: string | undefined) => {
    const headers = { authorization: `Bearer ${everything}`, ...(accept !== undefined && { accept }) };
    const response = await facade.fetch(new Request(`http://facade.test${path}`, { headers }));
    const [type] = (response.headers.get('content-type') ?? '').split(';');
    return { status: response.status, type, text: await response.text() };
  };
  return { ask, simulator };
}

describe('GET /graphql', () => {
  it.each(['/graphql', linked, `${linked}&variables=%7B%7D`])(
    'opens the explorer in a browser at %s, and executes no operation',
    async (path) => {
      const { ask, simulator } = await open();
      const page = await ask(path, navigation);
      expect([page.status, page.type]).toEqual([200, 'text/html']);
      expect(simulator.requests).toEqual([]);
    },
  );

  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/graphql-response+json, application/json;q=0.9',
    'application/json, text/html;q=0.5',
  ])('runs the operation of a client that accepts %s', async (accept) => {
    const { ask } = await open();
    const { status, type, text } = await ask(linked, accept);
    expect(status).toBe(200);
    expect(type).toMatch(/^application\/(?:graphql-response\+)?json$/);
    expect(JSON.parse(text)).toMatchObject({ data: { organization: { id: 'org_nordlicht' } } });
  });

  it('runs the operation of a browser too if GRAPHIQL is false', async () => {
    const { ask } = await open({ GRAPHIQL: 'false' });
    expect(JSON.parse((await ask(linked, navigation)).text)).toMatchObject({
      data: { organization: { id: 'org_nordlicht' } },
    });
  });
});
