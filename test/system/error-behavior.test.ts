import { describe, expect, it } from 'vitest';
import { noMedia, places, screenAt } from '../economy/ask.js';
import { subscribe } from '../rig/event-stream.js';
import type { ResultBody } from '../rig/rig.js';
import { connectInProcess, connectSocket, type HttpClient, transports } from './http-client.js';
import { everything } from './test-system.js';

const on = { settings: { ERROR_BEHAVIOR: true } };
const screensOnly = 'demo-screens-only-credential';

/** A required field that fails: its argument is null although its type forbids that. */
const Required = 'query ($ids: [ID!] = []) { nodes(nodeIds: $ids) { nodeId } organization { id } }';
const required = { query: Required, variables: { ids: null } };
const organization = { id: 'org_nordlicht' };
const must = ', and must be "PROPAGATE", "NULL" or "HALT".';

type Posted = Readonly<Record<string, unknown>> & {
  readonly query: string;
  readonly variables?: object;
};

async function post(
  client: HttpClient,
  { query, variables, ...members }: Posted,
  credential?: string,
) {
  const headers = { 'x-request-id': 'the-same' };
  const { status, text } = await client.ask(query, { variables, members, credential, headers });
  // A result of GraphQL.
  return { status, text, ...(JSON.parse(text) as ResultBody) };
}

const pathsOf = ({ errors = [] }: ResultBody) => errors.map(({ path }) => path);

describe.each(transports)('onError, %s', (_name, connect) => {
  it('PROPAGATE, as without it: a required field that fails takes the data with it', async () => {
    const client = await connect({}, on);
    const choices = [
      {},
      { onError: 'PROPAGATE' },
      { onError: null },
      { extensions: { onError: 'PROPAGATE' } },
    ];
    for (const choice of choices) {
      const result = await post(client, { ...required, ...choice });
      expect(result.data).toBeNull();
      expect(pathsOf(result)).toEqual([['nodes']]);
    }
  });

  it('NULL: the field alone is null, whatever its type', async () => {
    const client = await connect({}, on);
    for (const choice of [{ onError: 'NULL' }, { extensions: { onError: 'NULL' } }]) {
      const result = await post(client, { ...required, ...choice });
      expect(result.data).toEqual({ nodes: null, organization });
      expect(pathsOf(result)).toEqual([['nodes']]);
    }
  });

  it('HALT: no data, and the first error alone', async () => {
    const client = await connect({}, on);
    const query = '{ playlists { totalCount } screens { totalCount } media { totalCount } }';
    const result = await post(client, { query, onError: 'HALT' }, screensOnly);
    expect(result.status).toBe(200);
    expect(result.data).toBeNull();
    expect(result.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  it.each([
    [{ onError: 'IGNORE' }, 'onError is "IGNORE"'],
    [{ onError: 'null' }, 'onError is "null"'],
    [{ onError: 7 }, 'onError is of type number'],
    [{ extensions: { onError: {} } }, 'onError is of type object'],
  ])('%j is refused with HTTP 400, and sends nothing', async (choice, message) => {
    const client = await connect({}, on);
    const { status, data, errors } = await post(client, { ...required, ...choice });
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors).toMatchObject([
      { message: message + must, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ]);
    expect(client.simulator.requests).toHaveLength(0);
  });

  it.each(['NULL', 'HALT', 'IGNORE', 7])(
    'without ERROR_BEHAVIOR %j changes nothing',
    async (onError) => {
      const client = await connect();
      const { status, text } = await post(client, required);
      const choices = [{ onError }, { extensions: { onError } }];
      for (const choice of choices)
        expect(await post(client, { ...required, ...choice })).toMatchObject({ status, text });
    },
  );
});

describe('onError', () => {
  it('is a parameter of GET too', async () => {
    const client = await connectInProcess({}, on);
    const search = new URLSearchParams({
      query: Required,
      variables: '{"ids":null}',
      onError: 'NULL',
    });
    const { text } = await client.send(`/graphql?${search}`, {
      headers: { authorization: `Bearer ${everything}` },
    });
    expect(JSON.parse(text)).toMatchObject({ data: { nodes: null, organization } });
  });

  it('is an option of facade.run', async () => {
    const { facade } = await connectInProcess({}, on);
    const result = await facade.run({ ...required, credential: everything, onError: 'NULL' });
    expect(result.data).toEqual({ nodes: null, organization });
  });

  it('HALT sends no further REST requests', async () => {
    const { simulator, facade } = await connectInProcess(
      { latencyMs: 5 },
      { settings: { ...on.settings, UPSTREAM_MAX_CONCURRENCY: '4' } },
    );
    const query = 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
    const ids = [noMedia(0), ...places(100).map(screenAt)];
    const request = { query, variables: { ids }, credential: everything };
    const result = await facade.run({ ...request, onError: 'HALT' });
    expect(result.errors).toHaveLength(1);
    // Four in flight at the first response, and as many as their responses admit in the same turn.
    expect(simulator.requests.length).toBeLessThanOrEqual(8);
  });

  it('equal operations of different behaviors share REST requests, and no result', async () => {
    const client = await connectInProcess({ latencyMs: 5 }, on);
    const behaviors = ['PROPAGATE', 'NULL', 'HALT', 'NULL'];
    const results = await Promise.all(
      behaviors.map((onError) => post(client, { ...required, onError })),
    );
    expect(results.map(({ data }) => data)).toEqual([
      null,
      { nodes: null, organization },
      null,
      { nodes: null, organization },
    ]);
    expect(client.simulator.requests.length).toBeLessThanOrEqual(2);
  });
});

describe('onError and results in parts', () => {
  const parts = async (onError: string, query: string, accept: string): Promise<string> => {
    const { ask } = await connectSocket({}, on);
    return (
      await ask(query, { variables: { ids: null }, members: { onError }, headers: { accept } })
    ).text;
  };
  const Deferred = `query ($ids: [ID!] = []) {
    organization { id } ... @defer { nodes(nodeIds: $ids) { nodeId } media(first: 1) { totalCount } }
  }`;

  it.each([
    ['PROPAGATE', '"incremental":[{"data":null,"path":[],"errors":['],
    ['NULL', '"incremental":[{"data":{"nodes":null,"media":{"totalCount":'],
    ['HALT', '{"errors":['],
  ])('%s holds in a deferred fragment', async (onError, expected) => {
    expect(await parts(onError, Deferred, 'multipart/mixed')).toContain(expected);
  });

  it('HALT in a deferred fragment after the first part ends the response there', async () => {
    const query = `{ organization { id } ... @defer { screen(id: "${noMedia(0)}") { id } playlists { totalCount } } }`;
    const text = await parts('HALT', query, 'multipart/mixed');
    expect(text).toContain('"organization":{"id":"org_nordlicht"}');
    expect(text).toMatch(
      /"incremental":\[\{"data":null,"path":\[\],"errors":\[\{[^\n]*"NOT_FOUND"/,
    );
    expect(text).toContain('"hasNext":false');
  });

  it('each behavior has a poll of its own', async () => {
    const { url } = await connectSocket({}, on);
    const query = `subscription ($ids: [ID!] = []) { live { nodes(nodeIds: $ids) { nodeId } organization { id } } }`;
    const first = async (onError: string) => {
      const options = { variables: { ids: null }, credential: everything, members: { onError } };
      const stream = await subscribe(url, query, options);
      const event = await stream.next();
      stream.leave();
      return event?.data;
    };
    expect(await Promise.all(['PROPAGATE', 'NULL'].map(first))).toEqual([
      null,
      { live: { nodes: null, organization } },
    ]);
  });
});
