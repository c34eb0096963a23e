import { auditServer, serverAudits } from 'graphql-http';
import { describe, expect, it } from 'vitest';
import { expectOnPage, pinned, table } from '../docs/conformance.js';
import { connectSocket } from '../system/http-client.js';

/** The address of a façade on a port. */
const serve = async (): Promise<string> => `${(await connectSocket()).url}/graphql`;

/** Their operations are `{ __typename }`, which needs no credential; all of MUST, SHOULD and MAY are demanded. */
const audits = serverAudits({ url: 'http://unused.test' }).map(({ id, name }) => ({ id, name }));

describe('GraphQL over HTTP (graphql-http server audits)', () => {
  it('has the audits that were looked at', () => {
    expect(audits.length).toBeGreaterThan(55);
  });

  it.each(audits)('$id $name', async ({ id }) => {
    const url = await serve();
    const result = await serverAudits({ url })
      .find((audit) => audit.id === id)
      ?.fn();
    expect(result?.status === 'ok' ? 'ok' : `${result?.status ?? 'missing'}: ${result?.reason ?? ''}`).toBe(
      'ok',
    );
  });

  it('are on the page of conformance', async () => {
    const results = await auditServer({ url: await serve() });
    const rows = results.map((result) => [
      result.id,
      result.name,
      result.status === 'ok' ? 'passes' : `${result.status}: ${result.reason}`,
    ]);
    const passed = results.filter(({ status }) => status === 'ok').length;
    const count = `${passed} of the ${results.length} audits of ${pinned('graphql-http')} pass.`;
    await expectOnPage({
      'GraphQL over HTTP': `${count}\n\n${table([['audit', 'demand', 'result'], ...rows])}`,
    });
  });
});
