import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../../src/config.js';
import { root } from '../docs/markdown.js';
import { openFolder } from '../rig/open.js';
import { faultsOf, list, name, object, text, yes } from './json-schema.js';
import { containerOf, readDeploy, readManifests, withOptions } from './manifest.js';

/** The parts of Compose's own schema that our file uses, written from its reference. */
const composeSchema = object(
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

describe('the example for Docker Compose', () => {
  interface Service {
    readonly build: { readonly context: string };
    readonly environment: Readonly<Record<string, string>>;
    readonly stop_grace_period?: string;
    readonly mem_limit?: string;
  }
  // The first test holds it to its schema.
  const compose = parse(readDeploy('compose.yaml')) as {
    readonly services: Readonly<Record<string, Service>>;
  };
  const services = Object.entries(compose.services);

  it('fits its schema, and builds from the folder of the Dockerfile', () => {
    expect(faultsOf(composeSchema, compose)).toEqual([]);
    for (const [, { build }] of services)
      expect(existsSync(new URL(`../../deploy/${build.context}/Dockerfile`, import.meta.url))).toBe(
        true,
      );
  });

  it.each(services)(
    '%s starts with its settings',
    (_name, { environment, stop_grace_period: grace }) => {
      const filled = Object.entries(environment).map(([variable, value]) => [
        variable,
        value.replace(/^\$\{\w+:\?.+\}$/, 'https://signage.example.com'),
      ]);
      const image = { NODE_ENV: 'production', HOST: '::', PORT: '4000' };
      const settings = readSettings({
        ...image,
        ...(Object.fromEntries(filled) as Record<string, string>),
      });
      expect(settings.HOST).toBe('::');
      if (grace !== undefined)
        expect(Number.parseInt(grace) * 1000).toBeGreaterThan(
          settings.DRAIN_DELAY_MS + settings.DRAIN_TIMEOUT_MS,
        );
    },
  );

  it('has the memory in production that a pod has', () => {
    const { memory = '' } = containerOf(readManifests('kubernetes/facade.yaml')).resources.limits;
    expect(compose.services['facade']?.mem_limit).toBe(memory.toLowerCase().replace('i', ''));
  });
});

/** The parts of a kustomization that ours use, written from its reference. */
const kustomizationSchema = object(
  {
    apiVersion: { const: 'kustomize.config.k8s.io/v1beta1' },
    kind: { const: 'Kustomization' },
    namespace: name,
    resources: list(text),
  },
  'apiVersion',
  'kind',
  'resources',
);

const base = join(root, 'deploy/kubernetes');
const folders = ['.', 'redis', 'monitoring'];

/**
 * The kustomization of a folder with all that it offers in comments; a test holds it to the schema.
 */
const readKustomization = (folder: string): { readonly resources: readonly string[] } =>
  parse(withOptions(readFileSync(join(base, folder, 'kustomization.yaml'), 'utf8'))) as never;

/** The files that a folder's resources lead to, below deploy. */
const filesOf = (folder: string): readonly string[] =>
  readKustomization(folder).resources.flatMap((resource) => {
    const path = join(folder, resource);
    return statSync(join(base, path)).isDirectory() ? filesOf(path) : [join('kubernetes', path)];
  });

const kubectl = (folder: string) =>
  spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

describe('deploy/kubernetes', () => {
  it.each(folders)(
    '%s: its kustomization has its shape, and names every file and folder beside it',
    (folder) => {
      const kustomization = readKustomization(folder);
      expect(faultsOf(kustomizationSchema, kustomization)).toEqual([]);
      const beside = readdirSync(join(base, folder)).filter(
        (each) => each !== 'kustomization.yaml',
      );
      expect(kustomization.resources.toSorted()).toEqual(beside.toSorted());
      for (const each of beside)
        expect(
          each.endsWith('.yaml') || existsSync(join(base, folder, each, 'kustomization.yaml')),
        ).toBe(true);
    },
  );

  it('has no resource twice, and none that names a namespace: the kustomization sets it', () => {
    const manifests = filesOf('.').flatMap((file) => readManifests(file));
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(manifests.filter(({ metadata }) => 'namespace' in metadata)).toEqual([]);
  });

  it.skipIf(!hasKubectl)('kubectl builds it, alone and with every option', () => {
    const copy = openFolder();
    cpSync(base, copy, { recursive: true });
    const built = (): number => {
      const { stdout, stderr, status } = kubectl(copy);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return stdout.match(/^kind: /gm)?.length ?? 0;
    };
    const countOf = (files: readonly string[]): number =>
      files.flatMap((file) => readManifests(file)).length;
    expect(built()).toBe(countOf(['kubernetes/facade.yaml', 'kubernetes/ingress.yaml']));
    const file = join(copy, 'kustomization.yaml');
    writeFileSync(file, withOptions(readFileSync(file, 'utf8')));
    expect(built()).toBe(countOf(filesOf('.')));
  });
});
