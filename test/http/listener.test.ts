import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../../src/config.js';
import type { Listener } from '../../src/http/listener.js';
import { openListener } from '../rig/open.js';
import { operationRequest } from '../rig/operation-request.js';
import { sendRaw } from '../rig/raw-client.js';
import { everything } from '../system/test-system.js';
import { startWatchedSystem, type WatchedSystem } from '../telemetry/watched.js';

interface Listening extends WatchedSystem {
  readonly listener: Listener;
}

async function startListening(settings: Readonly<Record<string, string>> = {}): Promise<Listening> {
  const system = await startWatchedSystem({}, { PORT: '0', ...settings });
  return { ...system, listener: await openListener(system.facade) };
}

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
    const settings = { HEADERS_TIMEOUT_MS: '300', REQUEST_TIMEOUT_MS: '300', OPERATION_TIMEOUT_MS: '2500' };
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

describe('paths', () => {
  it('F13: are compared as they are sent, without resolving dots or escapes', async () => {
    const { listener } = await startListening();
    for (const path of ['/x/../metrics', '/./metrics', '/%6detrics', '//metrics']) {
      const received = await sendRaw(
        listener.url,
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      );
      expect(`${path}: ${received.slice(0, 12)}`).toBe(`${path}: HTTP/1.1 404`);
    }
  });

  it('C20: of health and metrics send no REST request in 1,000 probes', async () => {
    const { listener, simulator } = await startListening({ LOG_LEVEL: 'silent' });
    const paths = ['/health/live', '/health/ready', '/metrics'];
    for (let round = 0; round < 20; round += 1) {
      const probes = Array.from({ length: 50 }, (_, index) => fetch(listener.url + (paths[index % 3] ?? '')));
      for (const response of await Promise.all(probes)) {
        expect(response.status).toBe(200);
        await response.text();
      }
    }
    expect(simulator.requests).toEqual([]);
  });
});
