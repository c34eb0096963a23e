import { list, name, object, text, yes } from './json-schema.js';

const whole = { type: 'integer', minimum: 0 };
const positive = { type: 'integer', minimum: 1 };
const no = { const: false };
const labels = { type: 'object', additionalProperties: text, minProperties: 1 };
const quantity = { type: 'string', pattern: '^[1-9]\\d*(m|Ki|Mi|Gi)?$' };
const port = { anyOf: [name, { type: 'integer', minimum: 1, maximum: 65_535 }] };

const metadata = object({ name, labels, annotations: labels }, 'name');
const selector = object({ matchLabels: labels }, 'matchLabels');

const probe = object(
  {
    httpGet: object({ path: { type: 'string', pattern: '^/' }, port }, 'path', 'port'),
    initialDelaySeconds: whole,
    periodSeconds: positive,
    timeoutSeconds: positive,
    failureThreshold: positive,
  },
  'httpGet',
);

const container = object(
  {
    name,
    image: { type: 'string', pattern: '^[\\w./-]+:[\\w.-]+$' },
    ports: list(object({ name, containerPort: positive }, 'containerPort')),
    env: list(object({ name: { type: 'string', pattern: '^[A-Z_]+$' }, value: text }, 'name', 'value')),
    startupProbe: probe,
    readinessProbe: probe,
    livenessProbe: probe,
    resources: object(
      {
        requests: object({ cpu: quantity, memory: quantity }, 'cpu', 'memory'),
        limits: object({ cpu: quantity, memory: quantity }, 'memory'),
      },
      'requests',
      'limits',
    ),
    securityContext: object(
      {
        allowPrivilegeEscalation: no,
        readOnlyRootFilesystem: yes,
        capabilities: object({ drop: { const: ['ALL'] } }, 'drop'),
      },
      'allowPrivilegeEscalation',
      'readOnlyRootFilesystem',
      'capabilities',
    ),
  },
  'name',
  'image',
  'ports',
  'env',
  'readinessProbe',
  'livenessProbe',
  'resources',
  'securityContext',
);

const podSpec = object(
  {
    automountServiceAccountToken: no,
    enableServiceLinks: { type: 'boolean' },
    terminationGracePeriodSeconds: positive,
    securityContext: object(
      {
        runAsNonRoot: yes,
        runAsUser: positive,
        runAsGroup: positive,
        seccompProfile: object({ type: { enum: ['RuntimeDefault', 'Localhost'] } }, 'type'),
      },
      'runAsNonRoot',
      'runAsUser',
      'seccompProfile',
    ),
    topologySpreadConstraints: list(
      object(
        {
          maxSkew: positive,
          topologyKey: text,
          whenUnsatisfiable: { enum: ['DoNotSchedule', 'ScheduleAnyway'] },
          labelSelector: selector,
        },
        'maxSkew',
        'topologyKey',
        'whenUnsatisfiable',
      ),
    ),
    containers: list(container),
  },
  'terminationGracePeriodSeconds',
  'securityContext',
  'containers',
);

const kind = (apiVersion: string, kindName: string, spec: object) =>
  object(
    { apiVersion: { const: apiVersion }, kind: { const: kindName }, metadata, spec },
    'apiVersion',
    'kind',
    'metadata',
    'spec',
  );

/** By kind: the parts of Kubernetes' own schemas that the manifests use, written from its reference. */
export const kubernetesSchemas: Readonly<Record<string, object>> = {
  Deployment: kind(
    'apps/v1',
    'Deployment',
    object(
      {
        selector,
        strategy: object(
          {
            type: { const: 'RollingUpdate' },
            rollingUpdate: object({ maxSurge: whole, maxUnavailable: whole }),
          },
          'type',
        ),
        template: object(
          { metadata: object({ labels, annotations: labels }, 'labels'), spec: podSpec },
          'spec',
        ),
      },
      'selector',
      'template',
    ),
  ),
  Service: kind(
    'v1',
    'Service',
    object(
      { selector: labels, ports: list(object({ name, port: positive, targetPort: port }, 'port')) },
      'selector',
      'ports',
    ),
  ),
  HorizontalPodAutoscaler: kind(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    object(
      {
        scaleTargetRef: object({ apiVersion: text, kind: text, name }, 'apiVersion', 'kind', 'name'),
        minReplicas: positive,
        maxReplicas: positive,
        metrics: list(
          object(
            {
              type: { const: 'Resource' },
              resource: object(
                {
                  name: { enum: ['cpu', 'memory'] },
                  target: object(
                    { type: { const: 'Utilization' }, averageUtilization: { ...positive, maximum: 100 } },
                    'type',
                    'averageUtilization',
                  ),
                },
                'name',
                'target',
              ),
            },
            'type',
            'resource',
          ),
        ),
      },
      'scaleTargetRef',
      'maxReplicas',
    ),
  ),
  PodDisruptionBudget: kind(
    'policy/v1',
    'PodDisruptionBudget',
    object({ minAvailable: positive, selector }, 'minAvailable', 'selector'),
  ),
};
