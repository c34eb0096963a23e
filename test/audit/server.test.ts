import { auditServer } from 'graphql-http';
import { expect, it } from 'vitest';
import { expectOnPage, pinned, table } from '../docs/conformance.js';
import { connectSocket } from '../system/http-client.js';

/**
 * Their operations are `{ __typename }`, which needs no credential; all of MUST, SHOULD and MAY are
 * demanded.
 */
it('GraphQL over HTTP: all server audits of graphql-http pass, and are on the page of conformance', async () => {
  const results = await auditServer({ url: `${(await connectSocket()).url}/graphql` });
  expect(results.length).toBeGreaterThan(55);
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
  const rows = results.map(({ id, name }) => [id, name, 'passes']);
  const count = `${results.length} of the ${results.length} audits of ${pinned('graphql-http')} pass.`;
  await expectOnPage({
    'GraphQL over HTTP': `${count}\n\n${table([['audit', 'demand', 'result'], ...rows])}`,
  });
});
