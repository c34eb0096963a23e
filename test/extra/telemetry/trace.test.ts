import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readTraceparent } from '../../../src/extra/telemetry/trace.js';
import { operationRequest } from '../../rig/operation-request.js';
import { valuesOf } from '../../rig/seen.js';
import { everything, startSystem } from '../../system/test-system.js';
import { type Transport, TransportError } from '../../../src/rest/transport/transport.js';
import { type Command, processCounts, runModule, startCommand } from '../../rig/command.js';
import { openFacade, openListener, openPreload } from '../../rig/open.js';
import { startSame, startWatchedSystem } from './watched.js';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
afterAll(() => provider.shutdown());
beforeEach(() => exporter.reset());

const on = { TRACING: 'true' };
const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const fromClient = { traceparent: `00-${traceId}-${spanId}-01` };

const readOrganization = 'GET /api/partner/v1/organization';
const readScreen = 'GET /api/partner/v1/screens/{screenId}';

/** No server has these addresses. */
const refused: Transport = () => ({
  response: Promise.reject(new TransportError('connection', 'refused')),
  abort: () => undefined,
});

const anIdOfTheUpstream: unknown = expect.stringMatching(/^req_/);

const spans = (name: string): readonly ReadableSpan[] =>
  exporter.getFinishedSpans().filter((span) => span.name === name);

function theSpan(name: string): ReadableSpan {
  const [span, ...others] = spans(name);
  if (span === undefined || others.length > 0)
    throw new Error(`${others.length + 1} spans of ${name}`);
  return span;
}

describe('spans', () => {
  it('exist for the operation, and below it for each REST request, with exactly the attributes that log and metrics have', async () => {
    const { ask, simulator } = await startWatchedSystem({}, on);
    const query = 'query Greeting { organization { name } a: screen(id: "x") { id } }';
    await ask(query, { headers: { 'x-request-id': 'abc' } });
    const operation = theSpan('query Greeting');
    expect(exporter.getFinishedSpans()).toHaveLength(3);
    expect([operation.kind, operation.parentSpanContext]).toEqual([SpanKind.SERVER, undefined]);
    for (const { kind, parentSpanContext } of [readOrganization, readScreen].map(theSpan)) {
      expect(kind).toBe(SpanKind.CLIENT);
      const { spanId, traceId } = operation.spanContext();
      expect(parentSpanContext).toMatchObject({ spanId, traceId });
    }
    expect(operation.attributes).toEqual({
      'graphql.operation.name': 'Greeting',
      'graphql.operation.type': 'query',
      'partner_graphql.request_id': 'abc',
      'partner_graphql.outcome': 'ok',
      'partner_graphql.upstream_requests': 2,
      'partner_graphql.error_codes': ['NOT_FOUND'],
    });
    expect(theSpan(readScreen).attributes).toEqual({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(simulator.url).port),
      'url.full': `${simulator.url}/api/partner/v1/screens/x`,
      'url.template': '/api/partner/v1/screens/{screenId}',
      'http.response.status_code': 404,
      'error.type': 'NOT_FOUND',
      'partner_graphql.upstream_request_id': anIdOfTheUpstream,
    });
    expect(theSpan(readScreen).status.code).toBe(SpanStatusCode.ERROR);
    // A missing record is no fault of the service.
    expect(operation.status.code).toBe(SpanStatusCode.UNSET);
  });

  it.each([
    ['http://[::1]:1/a/b/', '::1', 1, 'http://[::1]:1/a/b'],
    ['https://partner.invalid', 'partner.invalid', 443, 'https://partner.invalid'],
    ['http://partner.invalid/p', 'partner.invalid', 80, 'http://partner.invalid/p'],
  ])('name the server at %s', async (partnerApiUrl, address, port, base) => {
    const { facade } = await startSystem({}, { partnerApiUrl, transport: refused, settings: on });
    await facade.run({ query: '{ screen(id: "a b") { id } }', credential: everything });
    const path = new URL(base).pathname.replace(/^\/$/, '');
    expect(spans(`GET ${path}/api/partner/v1/screens/{screenId}`)[0]?.attributes).toMatchObject({
      'server.address': address,
      'server.port': port,
      'url.full': `${base}/api/partner/v1/screens/a%20b`,
      'error.type': 'UPSTREAM_UNAVAILABLE',
    });
  });

  it.each([
    ['query', '{ organization { name } }', { 'graphql.operation.type': 'query' }],
    ['GraphQL Operation', '{', {}],
    [
      'query Unusable',
      'query Unusable { screen(id: ".") { id } }',
      { 'graphql.operation.name': 'Unusable' },
    ],
  ])('are named %s after %s', async (name, query, attributes) => {
    const { ask } = await startWatchedSystem({}, on);
    await ask(query);
    expect(theSpan(name).attributes).toMatchObject(attributes);
    const all = exporter.getFinishedSpans().flatMap((span) => Object.keys(span.attributes));
    expect(all).not.toContain('graphql.document');
  });

  it('include one for a second attempt, and a failed operation names its fault', async () => {
    const { ask, simulator } = await startWatchedSystem({}, on);
    simulator.setFaults([{ status: 503 }]);
    await ask('query Greeting { organization { name } }');
    const attempts = spans(readOrganization).map(
      ({ attributes }) => attributes['http.request.resend_count'],
    );
    expect(attempts).toEqual([undefined, 1]);
    const { status, attributes } = theSpan('query Greeting');
    expect(status.code).toBe(SpanStatusCode.ERROR);
    expect(attributes['error.type']).toBe('UPSTREAM_UNAVAILABLE');
  });

  it('have the right parents when two operations with one request id read the same path at once', async () => {
    const { ask } = await startWatchedSystem({ latencyMs: 100 }, on);
    const headers = { 'x-request-id': 'twice' };
    const credentials = [everything, 'not-a-credential-of-anybody'];
    await Promise.all(
      credentials.map((credential) => ask('{ organization { name } }', { headers, credential })),
    );
    const requests = spans(readOrganization);
    const parents = spans('query').map((span) => span.spanContext().spanId);
    expect(requests).toHaveLength(2);
    expect(new Set(requests.map(({ parentSpanContext }) => parentSpanContext?.spanId))).toEqual(
      new Set(parents),
    );
  });

  it('G9: never contain the credential, even if the client sends it as an id or a name', async () => {
    const { ask } = await startWatchedSystem({}, on);
    const plain = 'a_secret_credential';
    const encoded = 'a/secret+with=signs';
    await ask(`query ${plain} { screen(id: "${plain}") { id } }`, { credential: plain });
    await ask(`{ screen(id: "${encoded}") { id } }`, { credential: encoded });
    const all = exporter
      .getFinishedSpans()
      .map(({ name, attributes, events, status }) =>
        JSON.stringify({ name, attributes, events, status }),
      )
      .join('\n');
    expect(all).toContain('/api/partner/v1/screens/[credential]');
    expect(all).not.toContain(plain);
    expect(all).not.toContain(encodeURIComponent(encoded));
  });
});

describe('the trace context (W3C)', () => {
  it('of the client, here over a socket, is the parent of the operation, and its trace id is logged', async () => {
    const { facade, logged } = await startWatchedSystem({}, { ...on, PORT: '0' });
    const { url } = await openListener(facade);
    const options = { credential: everything, headers: fromClient, url };
    await (
      await fetch(operationRequest('query Greeting { organization { name } }', options))
    ).text();
    expect(theSpan('query Greeting').parentSpanContext).toMatchObject({ traceId, spanId });
    expect(theSpan(readOrganization).spanContext().traceId).toBe(traceId);
    expect(logged('operation')).toMatchObject([{ traceId }]);
  });

  it.each([
    ['is broken', `00-${traceId}-${spanId}`],
    ['is all zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['is of the invalid version ff', `ff-${traceId}-${spanId}-01`],
    ['is in capitals', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ])('of the client is ignored if it %s', async (_how, traceparent) => {
    const { ask } = await startWatchedSystem({}, on);
    await ask('query Greeting { organization { name } }', { headers: { traceparent } });
    expect(theSpan('query Greeting').parentSpanContext).toBeUndefined();
    expect(readTraceparent(traceparent)).toBeUndefined();
  });

  it('is sent with each REST request: the trace of the client, and the span of that request', async () => {
    const upstream = await startSame(404);
    const facade = openFacade({ partnerApiUrl: upstream.url, settings: on });
    const headers = { ...fromClient, tracestate: 'vendor=1', baggage: 'secret=1' };
    await facade.fetch(
      operationRequest('{ organization { name } }', { credential: everything, headers }),
    );
    const { traceId: trace, spanId: span } = theSpan(readOrganization).spanContext();
    expect(trace).toBe(traceId);
    const [request = { rawHeaders: [] }] = upstream.requests;
    expect(valuesOf(request, 'traceparent')).toEqual([`00-${traceId}-${span}-01`]);
    expect(valuesOf(request, 'tracestate')).toEqual(['vendor=1']);
    expect(valuesOf(request, 'baggage')).toEqual([]);
  });
});

it('tracing loads OpenTelemetry only if it is on', () => {
  const loaders = (tracing: string): unknown =>
    JSON.parse(
      runModule(`
        import Module from 'node:module';
        const load = Module._load;
        const loaders = new Set();
        Module._load = function (name, parent, ...rest) {
          if (name.startsWith('@opentelemetry/')) loaders.add(parent.filename.replace(/^.*\\/(?=dist|node_modules)/, ''));
          return load.call(this, name, parent, ...rest);
        };
        const { createFacade } = await import('./dist/facade.js');
        const settings = { LOG_LEVEL: 'silent', TRACING: '${tracing}' };
        const facade = createFacade({ partnerApiUrl: 'http://127.0.0.1:9', settings });
        await (await facade.fetch(new Request('http://facade.test/graphql?query={__typename}'))).text();
        await facade.close();
        // The metrics library loads it for exemplars, which the façade does not use.
        const ours = [...loaders].filter((file) => !file.includes('prom-client'));
        console.log(JSON.stringify(ours));
      `),
    );
  expect(loaders('false')).toEqual([]);
  expect(loaders('true')).toEqual(['dist/extra/telemetry/trace.js']);
});

describe('the warning of a missing SDK', () => {
  const warning =
    /"level":"warn","time":\d+,"msg":"TRACING is true, and no OpenTelemetry SDK is registered/g;
  const warnings = ({ output }: Command): number => [...output().matchAll(warning)].length;

  it.each(processCounts)('is one line at the start, and the façade serves: %j', async (workers) => {
    const command = await startCommand({ TRACING: 'true', DASHBOARD: 'false', ...workers });
    const response = await fetch(`${command.url}/graphql?query={__typename}`);
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
    expect(warnings(command)).toBe(1);
  });

  it('is absent with an SDK, and while tracing is off', async () => {
    const source = `import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node'; new NodeTracerProvider().register();`;
    for (const settings of [{ TRACING: 'true', ...openPreload(source) }, { TRACING: 'false' }]) {
      const command = await startCommand(settings);
      expect(warnings(command)).toBe(0);
    }
  });
});
