import { type Span, startCollector } from './collector.js';

const [, , urlArgument, credentialArgument] = process.argv;
const partnerApiUrl = urlArgument ?? process.env['PARTNER_API_URL'] ?? 'http://127.0.0.1:8080';
const credential =
  credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const collector = await startCollector();
process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
// Before the façade, as `node --import` does.
await import('./otel.js');
const { createFacade } = await import('partner-graphql');

const facade = createFacade({ partnerApiUrl, settings: { TRACING: true, LOG_LEVEL: 'warn' } });
const query = 'query Names { organization { name } screens(first: 2) { nodes { name } } }';
await facade.run({ query, credential });
// Sends the spans that are left.
await facade.close();
collector.close();

const print = (span: Span, indent: string): void => {
  console.log(`${indent}${span.name}`);
  for (const below of collector.spans)
    if (below.parentSpanId === span.spanId) print(below, `${indent}  `);
};
for (const span of collector.spans) if (!span.parentSpanId) print(span, '');
