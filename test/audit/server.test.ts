import { serverAudits } from 'graphql-http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFacade } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import { startSimulator } from '../../src/simulator/simulator.js';

/** Starts a façade on a port and gives its address. */
async function serve(): Promise<string> {
  const simulator = await startSimulator();
  const facade = createFacade({
    partnerApiUrl: simulator.url,
    settings: { PORT: '0', LOG_LEVEL: 'silent' },
  });
  const { url, server } = await listen(facade);
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await facade.close();
    await simulator.close();
  });
  return `${url}/graphql`;
}

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
});
