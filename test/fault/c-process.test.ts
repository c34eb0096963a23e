import { describe, expect, it } from 'vitest';
import { held } from '../rig/response.js';
import { credentials } from '../rig/credential.js';
import { searched } from '../rig/ending.js';
import { startRig } from '../rig/rig.js';
import { spawnFacade } from '../rig/spawned.js';
import { until } from '../rig/wait.js';

const authorization = `Bearer ${credentials.alpha.everything}`;

async function post(
  url: string,
  query: string,
): Promise<{ status: number; connection: string | null; text: string }> {
  const headers = { 'content-type': 'application/json', authorization };
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  searched({ what: 'response', text: `${[...response.headers].join('\n')}\n${text}` });
  return { status: response.status, connection: response.headers.get('connection'), text };
}

/** The status of a probe, or 0 where no connection could be had. */
const probe = (url: string, path: string): Promise<number> =>
  fetch(url + path, { headers: { connection: 'close' } }).then(
    async (response) => {
      await response.text();
      return response.status;
    },
    () => 0,
  );

describe('the process', () => {
  it('C16: at SIGTERM it answers all that is in flight, then ends with 0', async () => {
    const { upstream } = await startRig({ sizes: { screens: 50 } });
    const { respond, release } = held();
    // The first answer accepts the credential, of which more than four requests may be on their way then.
    upstream.on({ from: 2 }, respond);
    const started = spawnFacade({ PARTNER_API_URL: upstream.url, DRAIN_DELAY_MS: '300' });
    const url = await started.url();
    expect(await probe(url, '/health/ready')).toBe(200);
    expect((await post(url, '{ organization { name } }')).status).toBe(200);
    const answers = Promise.all(
      Array.from({ length: 50 }, (_, index) => post(url, `{ screen(id: "s${index + 1}") { name } }`)),
    );
    await until('fifty requests are in flight', () => upstream.inFlight() === 50);
    started.kill('SIGTERM');
    await until('readiness says 503', async () => (await probe(url, '/health/ready')) === 503);
    await until('connections are refused', async () => (await probe(url, '/health/live')) === 0);
    expect(upstream.inFlight()).toBe(50);
    release();
    for (const { status, connection, text } of await answers) {
      expect(status).toBe(200);
      expect(connection).toBe('close');
      expect(text).toContain('stamp:alpha');
    }
    expect(await started.exit).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('C18: a second signal, %s, ends it at once', async (second) => {
    const { upstream } = await startRig();
    const { respond, release } = held();
    upstream.on({}, respond);
    const started = spawnFacade({ PARTNER_API_URL: upstream.url });
    const url = await started.url();
    const asked = post(url, '{ organization { name } }').catch(() => undefined);
    await until('a request is in flight', () => upstream.inFlight() === 1);
    started.kill('SIGTERM');
    await until('it drains', async () => (await probe(url, '/health/live')) === 0);
    started.kill(second);
    expect(await started.exit).not.toBe(0);
    expect(await asked).toBeUndefined();
    release();
  });

  it('C19, G9: it starts while the upstream is down, serves when it comes, and shows no credential', async () => {
    const { upstream } = await startRig();
    await upstream.stop();
    const started = spawnFacade({ PARTNER_API_URL: upstream.url });
    const url = await started.url();
    expect([await probe(url, '/health/live'), await probe(url, '/health/ready')]).toEqual([200, 200]);
    expect(await post(url, '{ organization { name } }')).toMatchObject({
      status: 200,
      text: expect.stringContaining('UPSTREAM_UNAVAILABLE') as string,
    });
    await upstream.start();
    await until('there is data', async () =>
      (await post(url, '{ organization { name } }')).text.includes('stamp:alpha'),
    );
    started.kill('SIGTERM');
    expect(await started.exit).toBe(0);
    expect(started.stdout()).not.toBe('');
  });
});
