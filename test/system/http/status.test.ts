import { describe, expect, it } from 'vitest';
import type { SimulatorFault } from '../../../src/simulator/simulator.js';
import { type HttpClient, transports } from '../http-client.js';
import { everything } from '../test-system.js';
import { codesOf, type ClientResponse } from '../send.js';

const post = ({ send }: HttpClient, query: string, credential = everything): Promise<ClientResponse> =>
  send('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      authorization: `Bearer ${credential}`,
    },
    body: JSON.stringify({ query }),
  });

interface Row {
  readonly what: string;
  readonly query: string;
  readonly faults?: readonly SimulatorFault[];
  readonly credential?: string;
  readonly status: number;
  readonly retryAfter?: string;
}

const limited = (operation: string, retryAfterSeconds?: number): SimulatorFault => ({
  operation,
  status: 429,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});

const organization = 'organization { id }';
const screen = 'screen(id: "scr_1fyak") { id }';
const configurations = 'playbackConfigurations(screenIds: ["scr_1fyak", "scr_1fyak"]) { revision }';

/** Runtime interface, "The request's credential", last rule. */
const rows: readonly Row[] = [
  {
    what: 'no field was read, because the credential is invalid',
    query: `{ ${organization} }`,
    credential: 'unknown',
    status: 401,
  },
  {
    what: 'the same with several fields beside __typename',
    query: `{ __typename a: __typename ${organization} ${screen} }`,
    credential: 'unknown',
    status: 401,
  },
  {
    what: 'the same with a non-null list that has only nulls',
    query: `{ ${configurations} }`,
    credential: 'unknown',
    status: 401,
  },
  {
    what: 'no field was read, because the quota is spent, and the upstream sent a Retry-After',
    query: `{ ${organization} }`,
    faults: [limited('partnerV1_organization', 7)],
    status: 429,
    retryAfter: '7',
  },
  {
    what: 'the longest Retry-After counts',
    query: `{ ${organization} ${screen} }`,
    faults: [limited('partnerV1_organization', 7), limited('partnerV1_screen', 30)],
    status: 429,
    retryAfter: '30',
  },
  {
    what: 'no field was read, because the quota is spent, and the upstream sent no Retry-After',
    query: `{ ${organization} ${screen} }`,
    faults: [{ status: 429 }],
    status: 429,
  },
  {
    what: 'both reasons: 401',
    query: `{ ${organization} ${screen} }`,
    faults: [limited('partnerV1_organization', 7), { operation: 'partnerV1_screen', status: 401 }],
    status: 401,
  },
  {
    what: 'a field was read beside a 401',
    query: `{ ${organization} ${screen} }`,
    faults: [{ operation: 'partnerV1_screen', status: 401, latencyMs: 60 }],
    status: 200,
  },
  {
    what: 'a field was read beside a 429',
    query: `{ ${organization} ${screen} }`,
    faults: [{ ...limited('partnerV1_screen', 7), latencyMs: 60 }],
    status: 200,
  },
  {
    what: 'an entry of a list was read',
    query: '{ playbackConfigurations(screenIds: ["scr_1fyak", "scr_8f3k2"]) { revision } }',
    faults: [{ id: 'scr_8f3k2', status: 401, latencyMs: 60 }],
    status: 200,
  },
  {
    what: 'one field failed for another reason: NOT_FOUND',
    query: `{ ${organization} screen(id: "gone") { id } }`,
    faults: [{ operation: 'partnerV1_organization', status: 401, latencyMs: 60 }],
    status: 200,
  },
  {
    what: 'an empty list was read',
    query: `{ nodes(nodeIds: []) { nodeId } ${organization} }`,
    credential: 'unknown',
    status: 200,
  },
  {
    what: 'a lookup below a record that was read',
    query: '{ organization { id screens(first: 1) { totalCount } } }',
    faults: [{ operation: 'partnerV1_screens', status: 401, latencyMs: 60 }],
    status: 200,
  },
  ...[400, 403, 404, 409, 426, 500, 503].map((status) => ({
    what: `no field was read, because of HTTP ${status}`,
    query: `{ ${organization} }`,
    faults: [{ status }],
    status: 200,
  })),
];

describe.each(transports)('the HTTP status of a response, through %s', (_transport, connect) => {
  it.each(rows)('$status: $what', async ({ query, faults = [], credential, status, retryAfter }) => {
    const client = await connect({ faults });
    const response = await post(client, query, credential);
    expect([response.status, ...codesOf(response)]).toEqual([status, ...codesOf(response)]);
    expect(response.data).toBeTypeOf('object');
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(response.headers.get('retry-after')).toBe(retryAfter ?? null);
    for (const { extensions } of response.errors) expect(extensions).not.toHaveProperty('http');
    expect(response.extensions ?? {}).not.toHaveProperty('http');
  });

  it('later fields that reuse a refusal carry its request id', async () => {
    const client = await connect();
    const fields = Array.from({ length: 40 }, (_, index) => `p${index}: playlist(id: "p${index}") { id }`);
    const response = await post(client, `{ ${organization} ${fields.join(' ')} }`, 'unknown');
    expect(response.status).toBe(401);
    expect(response.errors).toHaveLength(41);
    const ids = new Set(response.errors.map(({ extensions }) => extensions['requestId']));
    expect(ids.size).toBeLessThanOrEqual(client.simulator.requests.length);
    for (const id of ids) expect(id).toMatch(/^req_/);
  });

  it('D3, D4: after a 429, later operations of the credential fail at once, others do not', async () => {
    const client = await connect({ faults: [{ ...limited('partnerV1_organization', 60), times: 1 }] });
    expect((await post(client, `{ ${organization} }`)).status).toBe(429);
    const again = await post(client, `{ ${screen} }`);
    expect(again.status).toBe(429);
    expect(again.errors[0]?.extensions).toMatchObject({
      code: 'RATE_LIMITED',
      operation: 'partnerV1_screen',
    });
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(client.simulator.requests).toHaveLength(1);
    const other = await post(client, `{ ${organization} }`, 'demo-second-organization-credential');
    expect(other.data).toEqual({ organization: { id: 'org_kornblume' } });
  });
});
