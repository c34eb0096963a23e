/**
 * The parts of Kubernetes' and Compose's own schemas that the examples use, written from their references. Nothing else
 * is allowed: a misspelt or misplaced key is found.
 */
const object = (properties: object, ...required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object) => ({ type: 'array', items, minItems: 1 });
const text = { type: 'string', minLength: 1 };
const whole = { type: 'integer', minimum: 0 };
const positive = { type: 'integer', minimum: 1 };
const yes = { const: true };
const no = { const: false };
const labels = { type: 'object', additionalProperties: text, minProperties: 1 };
/** RFC 1123: what names of objects, ports and containers are made of. */
const name = { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 };
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

/** By kind. */
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

/** A file of Docker Compose. */
export const composeSchema = object(
  {
    name,
    services: {
      type: 'object',
      minProperties: 1,
      propertyNames: name,
      additionalProperties: object(
        {
          profiles: list(name),
          build: object({ context: text }, 'context'),
          environment: {
            type: 'object',
            additionalProperties: text,
            propertyNames: { pattern: '^[A-Z_]+$' },
          },
          ports: list({ type: 'string', pattern: '^127\\.0\\.0\\.1:\\d+:\\d+$' }),
          expose: list({ type: 'string', pattern: '^\\d+$' }),
          read_only: yes,
          cap_drop: { const: ['ALL'] },
          security_opt: { const: ['no-new-privileges:true'] },
          restart: { enum: ['no', 'always', 'on-failure', 'unless-stopped'] },
          stop_grace_period: { type: 'string', pattern: '^\\d+s$' },
          mem_limit: { type: 'string', pattern: '^\\d+[kmg]$' },
        },
        'build',
        'environment',
        'read_only',
        'cap_drop',
        'security_opt',
      ),
    },
  },
  'name',
  'services',
);
