import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

// The exporter reads OTEL_EXPORTER_OTLP_ENDPOINT, and the SDK OTEL_TRACES_SAMPLER.
new NodeTracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'partner-graphql' }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
}).register();
