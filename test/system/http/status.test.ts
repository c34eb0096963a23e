import { describe, expect, it } from 'vitest';
import type { SimulatorFault } from '../../../src/simulator/simulator.js';
import { type HttpClient, transports } from '../http-client.js';
import { everything } from '../test-system.js';
import { codesOf, type ClientResponse } from '../send.js';

const ask = ({ send }: HttpClient, query: string, credential = everything): Promise<ClientResponse> =>
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
    what: 'nothing could be read for want of a good credential',
    query: `{ ${organization} }`,
    credential: 'unknown',
    status: 401,
  },
  {
    what: 'so with several fields, and __typename beside them',
    query: `{ __typename a: __typename ${organization} ${screen} }`,
    credential: 'unknown',
    status: 401,
  },
  {
    what: 'so with a non-null list of nothing but nulls',
    query: `{ ${configurations} }`,
    credential: 'unknown',
    status: 401,
  },
  {
    what: 'nothing could be read for want of quota, and the upstream told how long to wait',
    query: `{ ${organization} }`,
    faults: [limited('partnerV1_organization', 7)],
    status: 429,
    retryAfter: '7',
  },
  {
    what: 'the longest wait counts',
    query: `{ ${organization} ${screen} }`,
    faults: [limited('partnerV1_organization', 7), limited('partnerV1_screen', 30)],
    status: 429,
    retryAfter: '30',
  },
  {
    what: 'nothing could be read for want of quota, and the upstream told no time',
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
    what: 'something could be read beside a 401',
    query: `{ ${organization} ${screen} }`,
    faults: [{ operation: 'partnerV1_screen', status: 401, latencyMs: 60 }],
    status: 200,
  },
  {
    what: 'something could be read beside a 429',
    query: `{ ${organization} ${screen} }`,
    faults: [{ ...limited('partnerV1_screen', 7), latencyMs: 60 }],
    status: 200,
  },
  {
    what: 'an entry of a list could be read',
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
    what: 'a list that is empty was read',
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
    what: `nothing could be read, for the reason ${status}`,
    query: `{ ${organization} }`,
    faults: [{ status }],
    status: 200,
  })),
];

describe.each(transports)('the HTTP status of an answer, through %s', (_transport, connect) => {
  it.each(rows)('$status: $what', async ({ query, faults = [], credential, status, retryAfter }) => {
    const client = await connect({ faults });
    const answer = await ask(client, query, credential);
    expect([answer.status, ...codesOf(answer)]).toEqual([status, ...codesOf(answer)]);
    expect(answer.data).toBeTypeOf('object');
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(answer.headers.get('retry-after')).toBe(retryAfter ?? null);
    for (const { extensions } of answer.errors) expect(extensions).not.toHaveProperty('http');
    expect(answer.extensions ?? {}).not.toHaveProperty('http');
  });

  it('later fields that repeat a remembered refusal carry the same request id', async () => {
    const client = await connect();
    const fields = Array.from({ length: 40 }, (_, index) => `p${index}: playlist(id: "p${index}") { id }`);
    const answer = await ask(client, `{ ${organization} ${fields.join(' ')} }`, 'unknown');
    expect(answer.status).toBe(401);
    expect(answer.errors).toHaveLength(41);
    const ids = new Set(answer.errors.map(({ extensions }) => extensions['requestId']));
    expect(ids.size).toBeLessThanOrEqual(client.simulator.requests.length);
    for (const id of ids) expect(id).toMatch(/^req_/);
  });

  it('D3, D4: after a 429, later operations of the credential fail at once, others do not', async () => {
    const client = await connect({ faults: [{ ...limited('partnerV1_organization', 60), times: 1 }] });
    expect((await ask(client, `{ ${organization} }`)).status).toBe(429);
    const again = await ask(client, `{ ${screen} }`);
    expect(again.status).toBe(429);
    expect(again.errors[0]?.extensions).toMatchObject({
      code: 'RATE_LIMITED',
      operation: 'partnerV1_screen',
    });
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(client.simulator.requests).toHaveLength(1);
    const other = await ask(client, `{ ${organization} }`, 'demo-second-organization-credential');
    expect(other.data).toEqual({ organization: { id: 'org_kornblume' } });
  });
});
