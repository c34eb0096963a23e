import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { readSettings, settingDefaults } from '../../src/config.js';
import { root } from '../package/pack.js';
import { containerOf, type Manifest, pick, readManifests } from './manifest.js';
import { typeFaultsOf } from './type-check.js';

/** Two versions of Kubernetes: the packages that have its schemas. */
type Version = '1.30' | '1.33';

const groups: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  Service: 'v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  PodDisruptionBudget: 'policy/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
};

const types: Readonly<Record<Version, (kind: string) => string>> = {
  '1.30': (kind) => {
    const group = (groups[kind] ?? '').replace('.k8s.io', '').replace(/^v1$/, 'core/v1');
    return `import('kubernetes-types/${group}.js').${kind}`;
  },
  '1.33': (kind) => `import('kubernetes-models/${groups[kind] ?? ''}/${kind}').I${kind}`,
};

/** They validate what no type says, such as quantities and patterns, and throw. */
const validators: Readonly<Record<string, (manifest: never) => { readonly validate: () => void }>> = {
  Deployment: (manifest) => new Deployment(manifest),
  Service: (manifest) => new Service(manifest),
  HorizontalPodAutoscaler: (manifest) => new HorizontalPodAutoscaler(manifest),
  PodDisruptionBudget: (manifest) => new PodDisruptionBudget(manifest),
  NetworkPolicy: (manifest) => new NetworkPolicy(manifest),
};

const facade = readManifests('kubernetes.yaml');
const redis = readManifests('kubernetes-redis.yaml');
const files = [
  ['kubernetes.yaml', facade],
  ['kubernetes-redis.yaml', redis],
] as const;

const faultsIn = (version: Version, manifests: readonly Pick<Manifest, 'kind'>[]): readonly string[] =>
  typeFaultsOf(manifests.map((value) => ({ value, type: types[version](value.kind) })));

describe.each(files)('deploy/%s', (_file, manifests) => {
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
    const { ingress } = pick(manifests, 'NetworkPolicy').spec;
    const opened = ingress.flatMap(({ ports }) => ports.map(({ port }) => port));
    expect(opened).toEqual(containerOf(manifests).ports.map(({ name }) => name));
  });
});

describe('the check of the schemas', () => {
  const service = pick(facade, 'Service');

  it.each(['1.30', '1.33'] as const)('finds misspelt and misplaced keys and wrong types: %s', (version) => {
    const broken = (spec: object) => ({ ...service, spec: { ...service.spec, ...spec } });
    const faulty = [broken({ port: 80 }), { ...service, specs: {} }, broken({ ports: [{ port: '80' }] })];
    expect(faultsIn(version, faulty)).toHaveLength(3);
  });

  it('is of two versions: only the later one knows what came with 1.33', () => {
    const cidr = { apiVersion: 'networking.k8s.io/v1', kind: 'ServiceCIDR', metadata: { name: 'a' } };
    const of = (type: string) => typeFaultsOf([{ value: cidr, type }]);
    expect(of("import('kubernetes-models/networking.k8s.io/v1/ServiceCIDR').IServiceCIDR")).toEqual([]);
    expect(of("import('kubernetes-types/networking/v1.js').ServiceCIDR")).toHaveLength(1);
  });

  it('finds what only a validator can', () => {
    const odd = { ...service, spec: { ...service.spec, sessionAffinity: 'Always' } };
    expect(() => validators['Service']?.(odd as never).validate()).toThrow(/sessionAffinity/);
  });
});

describe('the façade in Kubernetes', () => {
  const { template } = pick(facade, 'Deployment').spec;
  const container = containerOf(facade);
  const plain = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  const secrets = container.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);

  it('is probed and served where the image answers', () => {
    expect(container.startupProbe?.httpGet).toEqual({ path: '/health/ready', port: 'http' });
    expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'http' });
    expect(pick(facade, 'Service').spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
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
    expect(template.metadata.annotations).toMatchObject({ 'prometheus.io/port': String(METRICS_PORT) });
  });

  it('starts with its settings in production, and has the time to drain', () => {
    const settings = readSettings({ NODE_ENV: 'production', ...plain });
    for (const [name, value] of Object.entries(plain))
      if (value !== undefined) expect(Object.keys(settingDefaults)).toContain(name);
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
    expect(containerOf(redis).env.map(({ valueFrom }) => valueFrom?.secretKeyRef)).toEqual([
      { name, key: 'REDIS_PASSWORD' },
    ]);
  });

  it('finds Redis by the name and the port of its Service, and may connect to it', () => {
    const { metadata, spec } = pick(redis, 'Service');
    const head = readFileSync(join(root, 'deploy/kubernetes-redis.yaml'), 'utf8');
    const port = spec.ports[0]?.port;
    expect(head).toContain(`@${metadata.name}:${String(port)}"`);
    const { egress = [] } = pick(facade, 'NetworkPolicy').spec;
    expect(JSON.stringify(egress.at(-1))).toContain(metadata.name);
    expect(egress.at(-1)?.ports).toEqual([{ port }]);
  });

  it('keeps replicas through a disruption, and follows the load slowly downwards', () => {
    const { minReplicas, maxReplicas, scaleTargetRef } = pick(facade, 'HorizontalPodAutoscaler').spec;
    const { name } = pick(facade, 'Deployment').metadata;
    expect(scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name });
    expect(minReplicas).toBeGreaterThan(pick(facade, 'PodDisruptionBudget').spec.maxUnavailable);
    expect(maxReplicas).toBeGreaterThan(minReplicas);
  });
});
