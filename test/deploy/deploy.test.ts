import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings, settingDefaults } from '../../src/config.js';
import { root } from '../package/pack.js';
import { composeSchema } from './compose-schema.js';
import { kubernetesSchemas } from './kubernetes-schema.js';

const ajv = new Ajv({ allErrors: true });
const read = (name: string): string => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

/** What breaks a schema, each by its place. */
function faultsOf(schema: object, value: unknown): string[] {
  ajv.validate(schema, value);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** As much of the examples as the tests below look at; the schemas say that it is there. */
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector: object;
    readonly minAvailable: number;
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly scaleTargetRef: object;
    readonly ports: readonly { readonly targetPort: string }[];
    readonly template: {
      readonly metadata: { readonly labels: object; readonly annotations: object };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: { readonly runAsUser: number };
        readonly containers: readonly {
          readonly env: readonly Pair[];
          readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
          readonly readinessProbe: { readonly httpGet: object };
          readonly livenessProbe: { readonly httpGet: object };
        }[];
      };
    };
  };
}

describe('the example for Kubernetes', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'));
  // The first test below holds each of them to the schema of its kind.
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const named = (kind: string): Manifest => {
    const found = manifests.find((manifest) => manifest.kind === kind);
    if (found === undefined) throw new Error(`There is no ${kind}.`);
    return found;
  };
  const { template, selector } = named('Deployment').spec;
  const [container] = template.spec.containers;
  const environment = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));

  it('is a Deployment, a Service, a HorizontalPodAutoscaler and a PodDisruptionBudget, each fit for its schema', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(manifests.map(({ kind }) => kind)).toEqual(Object.keys(kubernetesSchemas));
    for (const manifest of manifests)
      expect(faultsOf(kubernetesSchemas[manifest.kind] ?? {}, manifest)).toEqual([]);
  });

  it('a misspelt or misplaced key would be found', () => {
    const { spec, ...rest } = named('Service');
    const schema = kubernetesSchemas['Service'] ?? {};
    expect(faultsOf(schema, { ...rest, spec: { ...spec, port: 80 } })).toHaveLength(1);
    expect(faultsOf(schema, { ...rest, specs: spec })).toHaveLength(2);
  });

  it('all selectors mean the pods of the Deployment', () => {
    const { labels } = template.metadata;
    expect(selector).toEqual({ matchLabels: labels });
    expect(named('Service').spec.selector).toEqual(labels);
    expect(named('PodDisruptionBudget').spec.selector).toEqual({ matchLabels: labels });
    expect(named('HorizontalPodAutoscaler').spec.scaleTargetRef).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: named('Deployment').metadata.name,
    });
  });

  it('probes and the Service ask the addresses and the port that the image serves', () => {
    expect(container?.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
    expect(container?.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'http' });
    expect(container?.ports).toEqual([{ name: 'http', containerPort: 4000 }]);
    expect(named('Service').spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
    expect(template.metadata.annotations).toMatchObject({ 'prometheus.io/port': '4000' });
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('PORT=4000');
    expect(dockerfile).toContain(`USER ${String(template.spec.securityContext.runAsUser)}:`);
  });

  it('its settings start the façade in production, and leave it the time to drain', () => {
    const settings = readSettings({ NODE_ENV: 'production', ...environment });
    for (const name of Object.keys(environment)) expect(Object.keys(settingDefaults)).toContain(name);
    const drainMs = settings.DRAIN_DELAY_MS + settings.DRAIN_TIMEOUT_MS;
    expect(template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(drainMs + 5000);
    expect(settings.TRUST_PROXY).toBe(true);
  });

  it('a disruption leaves pods, and the autoscaler never asks for fewer than that allows', () => {
    const { minReplicas, maxReplicas } = named('HorizontalPodAutoscaler').spec;
    expect(minReplicas).toBeGreaterThan(named('PodDisruptionBudget').spec.minAvailable);
    expect(maxReplicas).toBeGreaterThan(minReplicas);
  });
});

describe('the example for Docker Compose', () => {
  interface Service {
    readonly build: { readonly context: string };
    readonly environment: Readonly<Record<string, string>>;
    readonly stop_grace_period?: string;
  }
  // The first test holds it to its schema.
  const compose = parse(read('compose.yaml')) as { readonly services: Readonly<Record<string, Service>> };
  const services = Object.entries(compose.services);

  it('fits its schema, and builds from the folder of the Dockerfile', () => {
    expect(faultsOf(composeSchema, compose)).toEqual([]);
    for (const [, { build }] of services)
      expect(existsSync(new URL(`../../deploy/${build.context}/Dockerfile`, import.meta.url))).toBe(true);
  });

  it.each(services)('%s starts with its settings', (_name, { environment, stop_grace_period: grace }) => {
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/^\$\{\w+:\?.+\}$/, 'https://signage.example.com'),
    ]);
    const image = { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '4000' };
    const settings = readSettings({ ...image, ...(Object.fromEntries(filled) as Record<string, string>) });
    expect(settings.HOST).toBe('0.0.0.0');
    if (grace !== undefined)
      expect(Number.parseInt(grace) * 1000).toBeGreaterThan(
        settings.DRAIN_DELAY_MS + settings.DRAIN_TIMEOUT_MS,
      );
  });
});
