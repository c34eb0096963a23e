import { SpanStatusCode } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { countsBy } from '../../rig/metric.js';
import { operationRequest } from '../../rig/operation-request.js';
import { silence, status } from '../../rig/response.js';
import { errorsOf, type Rig, startRig } from '../../rig/rig.js';
import type { Upstream } from '../../rig/upstream.js';
import { until } from '../../rig/wait.js';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
afterAll(() => provider.shutdown());
beforeEach(() => exporter.reset());

const loggedCodes = ({ logged }: Rig<Upstream>, message: string): readonly unknown[] =>
  logged(new RegExp(`^${message}$`)).map(({ code, codes }) => code ?? codes);

const missingScreens = (count: number): string =>
  `{ ${Array.from({ length: count }, (_, index) => `s${index}: screen(id: "gone${index}") { playbackConfiguration { revision } }`).join(' ')} }`;

describe('a REST request that nobody waits for any more', () => {
  it('is CANCELLED where the operation ends without it, and no error of the response says so', async () => {
    const rig = await startRig({ settings: { TRACING: 'true' } });
    // The look-ups begin once the first configurations, which are read ahead, have come.
    rig.upstream.on({ operation: 'partnerV1_screenConfiguration', from: 9 }, silence);
    const headers = { 'x-upstream-explain': 'trace' };
    const answer = await rig.ask(missingScreens(11), {}, undefined, { headers });
    expect(errorsOf(answer).map(({ code }) => code)).toEqual(Array(11).fill('NOT_FOUND'));
    await until('the rest is aborted', () => rig.upstream.inFlight() === 0);
    const cancelled = rig.requests.filter(({ peerLeft }) => peerLeft).length;
    expect(cancelled).toBeGreaterThan(0);
    const requests = await countsBy(rig.facade, 'upstream_requests_total', 'code');
    expect(requests).toMatchObject({ CANCELLED: cancelled });
    expect(requests).not.toHaveProperty('UPSTREAM_TIMEOUT');
    expect(loggedCodes(rig, 'partner request').filter((code) => code === 'CANCELLED')).toHaveLength(
      cancelled,
    );
    const { trace } = (answer.body.extensions as { upstream: { trace: { status: unknown }[] } })
      .upstream;
    expect(trace.filter((entry) => entry.status === 'CANCELLED')).toHaveLength(cancelled);
    const spans = exporter
      .getFinishedSpans()
      .filter(({ attributes }) => String(attributes['url.template']).endsWith('/configuration'));
    const ended = spans.filter(
      ({ attributes }) => attributes['http.response.status_code'] === undefined,
    );
    expect(ended).toHaveLength(cancelled);
    for (const { attributes, status: spanStatus } of ended) {
      expect(attributes).toMatchObject({ 'partner_graphql.outcome': 'CANCELLED' });
      expect(attributes).not.toHaveProperty('error.type');
      expect(spanStatus.code).toBe(SpanStatusCode.UNSET);
    }
  });

  it('is CANCELLED where the clients have left, and so are the errors of their operations', async () => {
    const rig = await startRig({ settings: { TRACING: 'true' } });
    rig.upstream.on({}, silence);
    const leaving = new AbortController();
    const asked = ['organization', 'screen(id: "s1")', 'playlist(id: "p1")'].map((field) =>
      rig
        .ask(`{ ${field} { name } }`, {}, undefined, { signal: leaving.signal })
        .catch(() => undefined),
    );
    await until('three requests run', () => rig.upstream.inFlight() === 3);
    leaving.abort();
    await Promise.all(asked);
    await until('they are logged', () => loggedCodes(rig, 'operation').length === 3);
    expect(await countsBy(rig.facade, 'upstream_requests_total', 'code')).toEqual({ CANCELLED: 3 });
    expect(await countsBy(rig.facade, 'errors_total', 'code')).toEqual({ CANCELLED: 3 });
    expect(loggedCodes(rig, 'operation')).toEqual(Array(3).fill({ CANCELLED: 1 }));
    for (const { attributes, status: spanStatus } of exporter.getFinishedSpans()) {
      expect(attributes).not.toHaveProperty('error.type');
      expect(spanStatus.code).toBe(SpanStatusCode.UNSET);
    }
  });

  it('is CANCELLED where an error ends the operation (onError HALT)', async () => {
    const rig = await startRig({ settings: { ERROR_BEHAVIOR: 'true' } });
    rig.upstream.on({ operation: 'partnerV1_organization' }, silence);
    rig.upstream.on({ operation: 'partnerV1_screen' }, status(403));
    const query = '{ organization { name } screen(id: "s1") { name } }';
    const request = operationRequest(query, { credential: 'any', members: { onError: 'HALT' } });
    expect(await (await rig.fetch(request)).json()).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
    await until('it is logged', () => loggedCodes(rig, 'partner request').length === 2);
    expect(await countsBy(rig.facade, 'upstream_requests_total', 'code')).toEqual({
      CANCELLED: 1,
      FORBIDDEN: 1,
    });
  });
});

it.each([['UPSTREAM_TIMEOUT_MS'], ['OPERATION_TIMEOUT_MS']])(
  'a REST request that takes too long is UPSTREAM_TIMEOUT by %s',
  async (name) => {
    const rig = await startRig({ settings: { [name]: '200' } });
    rig.upstream.on({}, silence);
    const answer = await rig.ask('{ organization { name } }');
    expect(errorsOf(answer)).toMatchObject([{ code: 'UPSTREAM_TIMEOUT' }]);
    expect(await countsBy(rig.facade, 'upstream_requests_total', 'code')).toEqual({
      UPSTREAM_TIMEOUT: 1,
    });
    expect(await countsBy(rig.facade, 'errors_total', 'code')).toEqual({ UPSTREAM_TIMEOUT: 1 });
  },
);
