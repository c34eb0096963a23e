import { list, name, object, text } from './json-schema.js';

/** The parts of the Prometheus operator's definitions that our files use, written from its reference. */
const resource = (kind: string, spec: object) =>
  object(
    {
      apiVersion: { const: 'monitoring.coreos.com/v1' },
      kind: { const: kind },
      metadata: object({ name, labels: texts }, 'name'),
      spec,
    },
    'apiVersion',
    'kind',
    'metadata',
    'spec',
  );

const texts = { type: 'object', additionalProperties: text };
/** A duration of Prometheus. */
const duration = { type: 'string', pattern: '^\\d+(?:ms|[smhdwy])$' };

export const podMonitorSchema = resource(
  'PodMonitor',
  object(
    {
      jobLabel: text,
      selector: object({ matchLabels: texts }, 'matchLabels'),
      podMetricsEndpoints: list(
        object({ port: name, path: { type: 'string', pattern: '^/' }, interval: duration }, 'port'),
      ),
    },
    'selector',
    'podMetricsEndpoints',
  ),
);

export const prometheusRuleSchema = resource(
  'PrometheusRule',
  object(
    {
      groups: list(
        object(
          {
            name: text,
            rules: list(
              object(
                { alert: text, expr: text, for: duration, labels: texts, annotations: texts },
                'alert',
                'expr',
              ),
            ),
          },
          'name',
          'rules',
        ),
      ),
    },
    'groups',
  ),
);
