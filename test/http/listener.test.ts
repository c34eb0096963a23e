import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../../src/config.js';
import { openListener } from '../rig/open.js';
import { operationRequest } from '../rig/operation-request.js';
import { sendRaw } from '../rig/raw-client.js';
import { everything } from '../system/test-system.js';
import { startWatchedSystem } from '../extra/telemetry/watched.js';
import { exchangeBatches, exchangeDrawn, startKept } from './kept-connection.js';
import { type KeptRequest, keptRequests } from './kept-request.js';

async function startListening(settings: Readonly<Record<string, string>> = {}) {
  const system = await startWatchedSystem({}, { PORT: '0', ...settings });
  return { ...system, listener: await openListener(system.facade) };
}

it('an idle connection stays open for KEEP_ALIVE_TIMEOUT_MS, as its client is told', async () => {
  const request = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';
  const { listener } = await startListening({ KEEP_ALIVE_TIMEOUT_MS: '1500' });
  // Ends when the server closes the connection.
  expect(await sendRaw(listener.url, request)).toContain('Keep-Alive: timeout=1\r\n');
  expect(readSettings({}).KEEP_ALIVE_TIMEOUT_MS).toBe(65_000);
});

describe('slow clients', () => {
  it('F18: 500 connections with unfinished headers close within HEADERS_TIMEOUT_MS and a second; others are served', async () => {
    const { listener, facade } = await startListening({ HEADERS_TIMEOUT_MS: '1500' });
    expect(facade.settings.REQUEST_TIMEOUT_MS).toBe(30_000);
    const startedAt = performance.now();
    const unfinished = 'GET /graphql HTTP/1.1\r\nHost: a\r\nX-Slow: ';
    const slow = Promise.all(Array.from({ length: 500 }, () => sendRaw(listener.url, unfinished)));
    expect((await fetch(`${listener.url}/health/ready`)).status).toBe(200);
    const received = await slow;
    expect(performance.now() - startedAt).toBeLessThan(8000);
    expect(new Set(received.map((text) => text.split('\r\n')[0]))).toEqual(
      new Set(['HTTP/1.1 408 Request Timeout']),
    );
  });

  it('F18: an unfinished body is cut off within REQUEST_TIMEOUT_MS and a second, and is no unexpected error', async () => {
    const settings = { HEADERS_TIMEOUT_MS: '500', REQUEST_TIMEOUT_MS: '800' };
    const { listener, logged, lines } = await startListening(settings);
    const head =
      'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
    expect(await sendRaw(listener.url, `${head}{"query":`)).not.toContain('200 OK');
    expect(logged('unexpected error')).toEqual([]);
    expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    expect((await fetch(`${listener.url}/health/live`)).status).toBe(200);
  });

  it('C11: REQUEST_TIMEOUT_MS does not limit the time of an operation', async () => {
    const settings = {
      HEADERS_TIMEOUT_MS: '300',
      REQUEST_TIMEOUT_MS: '300',
      OPERATION_TIMEOUT_MS: '2500',
    };
    const { listener, simulator } = await startListening(settings);
    simulator.setFaults([{ latencyMs: 60_000 }]);
    const request = operationRequest('{ organization { name } }', {
      credential: everything,
      url: listener.url,
    });
    const response = await fetch(request);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('OPERATION_TIMEOUT_MS');
  });

  it('HEADERS_TIMEOUT_MS above REQUEST_TIMEOUT_MS stops the start with a line that names it', () => {
    expect(() => readSettings({ HEADERS_TIMEOUT_MS: '40000' })).toThrow(
      new SettingsError(
        'HEADERS_TIMEOUT_MS holds "40000", and must be at most REQUEST_TIMEOUT_MS, which is 30000.',
      ),
    );
  });
});

const named = (name: string): KeptRequest => keptRequests[name] ?? { parts: [], status: undefined };

it.each(['tooLarge', 'tooLargeInChunks', 'tooLargeForAgents', 'closed', 'malformed', 'longHead'])(
  'a response that is sent before its request was read arrives while the client still sends: %s',
  async (name) => {
    const port = await startKept();
    const request = { ...named(name), parts: [...named(name).parts, 'x'.repeat(4_000_000)] };
    expect(await exchangeBatches(port, [[request], [request], [request]])).toEqual([]);
  },
);

it('2,000 mixed requests over kept connections get their responses, each of them and in order', async () => {
  expect(await exchangeDrawn(await startKept(), 2000)).toEqual([]);
});
