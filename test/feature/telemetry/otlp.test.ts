import { describe, expect, it, onTestFinished } from 'vitest';
import { startCollector } from '../../../examples/opentelemetry/src/collector.js';
import { read } from '../../docs/markdown.js';
import { processCounts, startCommand } from '../../rig/command.js';
import { openPreload } from '../../rig/open.js';
import { operationRequest } from '../../rig/operation-request.js';
import { openServer } from '../../rig/port.js';
import { everything } from '../../system/test-system.js';

/** The example's file, which is JavaScript too. */
const loadSdk = () => openPreload(read('examples/opentelemetry/src/otel.ts'));

async function runOne(url: string): Promise<void> {
  const query = 'query Traced { organization { name } }';
  const response = await fetch(operationRequest(query, { url, credential: everything }));
  expect(await response.text()).toContain('Nordlicht');
}

describe('spans by OTLP, with the SDK of the example', () => {
  it.each(processCounts)(
    'reach the collector, also the last ones before a drain: %j',
    async (settings) => {
      const collector = await startCollector();
      onTestFinished(() => void collector.close());
      const command = await startCommand({
        TRACING: 'true',
        ...loadSdk(),
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        ...settings,
      });
      await runOne(command.url);
      // Sooner than the SDK sends a batch by itself.
      command.process.kill('SIGTERM');
      expect(await command.ended).toBe(0);
      const [request, operation, ...others] = collector.spans;
      expect(others).toEqual([]);
      expect([operation?.name, request?.name]).toEqual([
        'query Traced',
        'GET /api/partner/v1/organization',
      ]);
      expect(request?.parentSpanId).toBe(operation?.spanId);
      expect(request?.traceId).toBe(operation?.traceId);
    },
  );

  it('do not hold up the end of the process where the collector never responds', async () => {
    const silent = await openServer(() => undefined);
    const command = await startCommand({
      TRACING: 'true',
      ...loadSdk(),
      OTEL_EXPORTER_OTLP_ENDPOINT: silent,
      DRAIN_TIMEOUT_MS: '9000',
    });
    await runOne(command.url);
    command.process.kill('SIGTERM');
    expect(await command.ended).toBe(0);
    // The exporter alone would wait for ten seconds, longer than the drain.
    expect(command.output()).toContain('"everythingAnswered":true,"msg":"drained"');
  });
});
