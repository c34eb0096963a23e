import { describe, expect, it } from 'vitest';
import type { SimulatorFault } from '../../../src/simulator/simulator.js';
import { transports } from '../http-client.js';
import { codesOf } from '../send.js';

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

/** Runtime interface, "The request's credential", last rule; `test/operation/status.test.ts` has the other cases. */
const rows: readonly Row[] = [
  {
    what: 'no field was read beside __typename, because the credential is invalid',
    query: `{ __typename a: __typename ${organization} ${screen} ${configurations} }`,
    credential: 'unknown',
    status: 401,
  },
  {
    what: 'no field was read, because the quota is spent: the longest Retry-After counts',
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
    what: 'a field was read beside a 401',
    query: `{ ${organization} ${screen} }`,
    faults: [{ operation: 'partnerV1_screen', status: 401, latencyMs: 60 }],
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
    const response = await client.ask(query, { credential });
    expect([response.status, ...codesOf(response)]).toEqual([status, ...codesOf(response)]);
    expect(response.data).toBeTypeOf('object');
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(response.headers.get('retry-after')).toBe(retryAfter ?? null);
    for (const { extensions } of response.errors) expect(extensions).not.toHaveProperty('http');
    expect(response.extensions ?? {}).not.toHaveProperty('http');
  });
});
