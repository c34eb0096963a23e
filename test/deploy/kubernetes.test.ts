import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { readSettings, settingDefaults } from '../../src/config.js';
import { read, root } from '../docs/markdown.js';
import { containerOf, type Manifest, pick, readManifests, withOptions } from './manifest.js';
import { typeFaultsOf } from './type-check.js';

/** Two versions of Kubernetes: the packages that have its schemas. */
type Version = '1.30' | '1.33';

const groups: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  Service: 'v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  PodDisruptionBudget: 'policy/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  Ingress: 'networking.k8s.io/v1',
};

const types: Readonly<Record<Version, (kind: string) => string>> = {
  '1.30': (kind) => {
    const group = (groups[kind] ?? '').replace('.k8s.io', '').replace(/^v1$/, 'core/v1');
    return `import('kubernetes-types/${group}.js').${kind}`;
  },
  '1.33': (kind) => `import('kubernetes-models/${groups[kind] ?? ''}/${kind}').I${kind}`,
};

/** They validate what no type says, such as quantities and patterns, and throw. */
const validators: Readonly<Record<string, (manifest: never) => { readonly validate: () => void }>> =
  {
    Deployment: (manifest) => new Deployment(manifest),
    Service: (manifest) => new Service(manifest),
    HorizontalPodAutoscaler: (manifest) => new HorizontalPodAutoscaler(manifest),
    PodDisruptionBudget: (manifest) => new PodDisruptionBudget(manifest),
    NetworkPolicy: (manifest) => new NetworkPolicy(manifest),
    Ingress: (manifest) => new Ingress(manifest),
  };

const facade = readManifests('kubernetes/facade.yaml');
const extended = readManifests('kubernetes/facade.yaml', withOptions);
const redis = readManifests('kubernetes/redis/redis.yaml');
const ingress = readManifests('kubernetes/ingress.yaml');
const workloads = [
  ['facade.yaml', facade],
  ['facade.yaml with all that it offers in comments', extended],
  ['redis/redis.yaml', redis],
] as const;
const files = [...workloads, ['ingress.yaml', ingress]] as const;

const faultsIn = (
  version: Version,
  manifests: readonly Pick<Manifest, 'kind'>[],
): readonly string[] =>
  typeFaultsOf(manifests.map((value) => ({ value, type: types[version](value.kind) })));

describe.each(files)('deploy/kubernetes/%s', (_file, manifests) => {
  it.each(['1.30', '1.33'] as const)('fits the schemas of Kubernetes %s', (version) => {
    expect(faultsIn(version, manifests)).toEqual([]);
  });

  it('passes the validation of Kubernetes 1.33, each kind in its own group', () => {
    for (const manifest of manifests) {
      expect(manifest.apiVersion).toBe(groups[manifest.kind]);
      // The constructor takes what is to be validated.
      validators[manifest.kind]?.(manifest as never).validate();
    }
    expect(manifests.map(({ kind }) => kind).filter((kind) => !(kind in validators))).toEqual([]);
  });
});

describe.each(workloads)('deploy/kubernetes/%s', (_file, manifests) => {
  it('runs without root and privileges, with a read-only root file system and a bound of memory', () => {
    const { spec } = pick(manifests, 'Deployment').spec.template;
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(spec.securityContext.runAsUser).toBeGreaterThan(0);
    const { securityContext, resources, image } = containerOf(manifests);
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(Object.keys(resources.requests)).toEqual(['cpu', 'memory']);
    expect(Object.keys(resources.limits)).toEqual(['memory']);
    expect(image).toMatch(/^[\w.-]+(?:\/[\w-]+)+:\d[\w.-]*$/);
  });

  it('selects its own pods everywhere', () => {
    const { selector, template } = pick(manifests, 'Deployment').spec;
    const { labels } = template.metadata;
    expect(selector).toEqual({ matchLabels: labels });
    expect(pick(manifests, 'Service').spec.selector).toEqual(labels);
    expect(pick(manifests, 'NetworkPolicy').spec.podSelector).toEqual({ matchLabels: labels });
  });

  it('opens no port in its NetworkPolicy but those of its container', () => {
    const opened = pick(manifests, 'NetworkPolicy').spec.ingress.flatMap(({ ports }) =>
      ports.map(({ port }) => port),
    );
    expect([...new Set(opened)]).toEqual(containerOf(manifests).ports.map(({ name }) => name));
  });
});

describe('the check of the schemas', () => {
  const service = pick(facade, 'Service');

  it.each(['1.30', '1.33'] as const)(
    'finds misspelt and misplaced keys and wrong types: %s',
    (version) => {
      const broken = (spec: object) => ({ ...service, spec: { ...service.spec, ...spec } });
      const faulty = [
        broken({ port: 80 }),
        { ...service, specs: {} },
        broken({ ports: [{ port: '80' }] }),
      ];
      expect(faultsIn(version, faulty)).toHaveLength(3);
    },
  );

  it('finds what only a validator can', () => {
    const odd = { ...service, spec: { ...service.spec, sessionAffinity: 'Always' } };
    expect(() => validators['Service']?.(odd as never).validate()).toThrow(/sessionAffinity/);
  });
});

describe('the façade in Kubernetes', () => {
  const { template } = pick(facade, 'Deployment').spec;
  const container = containerOf(facade);
  const { env } = container;
  const plain = Object.fromEntries(
    env.flatMap((each) => ('value' in each ? [[each.name, each.value] as const] : [])),
  );
  const secrets = env.flatMap((each) => ('valueFrom' in each ? each.valueFrom.secretKeyRef : []));

  it('is probed and served where the image answers', () => {
    expect(container.startupProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
    expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'http' });
    expect(pick(facade, 'Service').spec.ports.map(({ targetPort }) => targetPort)).toEqual([
      'http',
    ]);
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('PORT=4000');
    expect(dockerfile).toContain(`USER ${String(template.spec.securityContext.runAsUser)}:`);
  });

  it('serves metrics on a port of their own, which the Service leaves out', () => {
    const { METRICS_PORT } = readSettings(plain);
    expect(container.ports).toEqual([
      { name: 'http', containerPort: 4000 },
      { name: 'metrics', containerPort: METRICS_PORT },
    ]);
  });

  it('stays in service for one slow second, leaves it within those of DRAIN_DELAY_MS, and restarts much later', () => {
    const { startupProbe, readinessProbe: ready, livenessProbe: live } = container;
    for (const probe of [startupProbe, ready, live])
      expect(probe.timeoutSeconds).toBeGreaterThanOrEqual(3);
    expect(ready.failureThreshold).toBeGreaterThanOrEqual(2);
    const msUntilOut = ready.periodSeconds * ready.failureThreshold * 1000;
    expect(msUntilOut).toBeLessThan(readSettings(plain).DRAIN_DELAY_MS);
    expect(live.timeoutSeconds).toBeGreaterThan(ready.timeoutSeconds);
    expect(live.periodSeconds * live.failureThreshold * 1000).toBeGreaterThan(5 * msUntilOut);
  });

  it('requests what one process uses: a core, to which the autoscaler’s share refers, and the memory of many credentials', () => {
    const { requests, limits } = container.resources;
    expect(readSettings(plain).WORKERS).toBe(1);
    expect(requests['cpu']).toBe('1');
    const [metric, ...others] = pick(facade, 'HorizontalPodAutoscaler').spec.metrics;
    expect(others).toEqual([]);
    expect(metric?.resource).toEqual({
      name: 'cpu',
      target: { type: 'Utilization', averageUtilization: 70 },
    });
    const megabytes = Number(
      /Memory\*\* of a replica:.* (\d+) MB with many/.exec(read('docs/scale.md'))?.[1],
    );
    expect(bytesOf(requests['memory'])).toBeGreaterThanOrEqual(megabytes * 1e6);
    expect(bytesOf(limits['memory'])).toBeGreaterThanOrEqual(1.5 * bytesOf(requests['memory']));
  });

  it('starts with its settings in production, and has the time to drain', () => {
    const settings = readSettings({ NODE_ENV: 'production', ...plain });
    for (const name of Object.keys(plain)) expect(Object.keys(settingDefaults)).toContain(name);
    const drainMs = settings.DRAIN_DELAY_MS + settings.DRAIN_TIMEOUT_MS;
    expect(template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(drainMs + 5000);
    // It takes the place of a preStop hook.
    expect(settings.DRAIN_DELAY_MS).toBeGreaterThanOrEqual(5000);
    expect(container.lifecycle).toBeUndefined();
    expect(settings.TRUST_PROXY).toBe(true);
  });

  it('needs no sticky sessions, and starts with and without the Secret of Redis', () => {
    expect(pick(facade, 'Service').spec.sessionAffinity).toBe('None');
    const name = 'partner-graphql-fleet';
    expect(secrets).toEqual([
      { name, key: 'REDIS_URL', optional: true },
      { name, key: 'FLEET_SECRET', optional: true },
    ]);
    expect(pick(redis, 'Deployment').spec.template.spec.volumes).toMatchObject([
      { secret: { secretName: name, items: [{ key: 'redis.conf', path: 'redis.conf' }] } },
    ]);
  });

  it('has no secret in a command line or an environment of Redis: it reads a file of the Secret', () => {
    const { command, args, env: ofRedis, ports } = containerOf(redis);
    expect(command).toEqual(['valkey-server', '/run/fleet/redis.conf']);
    expect(ofRedis).toBeUndefined();
    expect(args.join(' ')).not.toMatch(/pass|\$/i);
    expect(ports.map(({ containerPort }) => containerPort)).toEqual([6379]);
  });

  it('finds Redis by the name and the port of its Service, and may connect to it', () => {
    const { metadata, spec } = pick(redis, 'Service');
    const port = spec.ports[0]?.port;
    expect(read('deploy/README.md')).toContain(`@${metadata.name}:${String(port)}\n`);
    expect(egressTo(facade, port)).toEqual([
      { podSelector: pick(redis, 'Deployment').spec.selector },
    ]);
  });

  it('may ask for names: kube-dns and CoreDNS under any label, and NodeLocal DNSCache', () => {
    const { egress } = pick(extended, 'NetworkPolicy').spec;
    const [dns] = egress.filter(({ ports }) => ports.some(({ port }) => port === 53));
    expect(dns?.ports.map(({ protocol }) => protocol)).toEqual(['UDP', 'TCP']);
    const [system, local, service, ...others] = egressTo(extended, 53);
    expect(system).toEqual({
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
    });
    expect(local).toEqual({ ipBlock: { cidr: '169.254.20.10/32' } });
    expect(service?.ipBlock).toBeDefined();
    expect(others).toEqual([]);
    expect(egressTo(facade, 53)).toEqual([system, local]);
  });

  it('may send spans, once its comment is taken in, to the port of the example', () => {
    expect(egressTo(facade, 4318)).toEqual([]);
    expect(egressTo(extended, 4318)).toHaveLength(1);
    expect(read('examples/opentelemetry/README.md')).toContain(':4318');
  });

  it('is reached by the Ingress, which keeps quiet streams, buffers nothing and ends TLS for the host that it serves', () => {
    const { spec, metadata } = pick(ingress, 'Ingress');
    const [rule, ...others] = spec.rules;
    expect(others).toEqual([]);
    expect(spec.tls).toMatchObject([{ hosts: [rule?.host] }]);
    const service = pick(facade, 'Service');
    expect(rule?.http.paths.map(({ backend }) => backend.service)).toEqual([
      { name: service.metadata.name, port: { name: 'http' } },
    ]);
    const annotation = (name: string) =>
      metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];
    expect(annotation('proxy-buffering')).toBe('off');
    const seconds = Number(annotation('proxy-read-timeout'));
    expect(seconds * 1000).toBeGreaterThan(readSettings(plain).OPERATION_TIMEOUT_MS);
  });

  it('keeps replicas through a disruption, and follows the load slowly downwards', () => {
    const { minReplicas, maxReplicas, scaleTargetRef } = pick(
      facade,
      'HorizontalPodAutoscaler',
    ).spec;
    const { name } = pick(facade, 'Deployment').metadata;
    expect(scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name });
    expect(minReplicas).toBeGreaterThan(
      Number(pick(facade, 'PodDisruptionBudget').spec.maxUnavailable),
    );
    expect(maxReplicas).toBeGreaterThan(minReplicas);
  });
});

/** Whom the NetworkPolicy lets pods of a file reach at a port. */
const egressTo = (manifests: readonly Manifest[], wanted: number | undefined) =>
  pick(manifests, 'NetworkPolicy')
    .spec.egress.filter(({ ports }) => ports.some(({ port }) => port === wanted))
    .flatMap((rule) => ('to' in rule ? rule.to : []));

/** A quantity in Mi or Gi; NaN for another. */
function bytesOf(quantity = ''): number {
  const [, number, unit] = /^(\d+)([MG])i$/.exec(quantity) ?? [];
  return Number(number) * (unit === 'G' ? 2 ** 30 : 2 ** 20);
}
