import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../package/pack.js';
import { openFolder } from '../rig/open.js';
import { faultsOf, list, name, object, text } from './json-schema.js';
import { readManifests, withOptions } from './manifest.js';

/** The parts of a kustomization that ours use, written from its reference. */
const schema = object(
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

/** The kustomization of a folder with all that it offers in comments; a test holds it to the schema. */
const readKustomization = (folder: string): { readonly resources: readonly string[] } =>
  parse(withOptions(readFileSync(join(base, folder, 'kustomization.yaml'), 'utf8'))) as never;

/** The files that a folder's resources lead to, below deploy. */
const filesOf = (folder: string): readonly string[] =>
  readKustomization(folder).resources.flatMap((resource) => {
    const path = join(folder, resource);
    return statSync(join(base, path)).isDirectory() ? filesOf(path) : [join('kubernetes', path)];
  });

const kubectl = (folder: string) => spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

describe('deploy/kubernetes', () => {
  it.each(folders)(
    '%s: its kustomization has its shape, and names every file and folder beside it',
    (folder) => {
      const kustomization = readKustomization(folder);
      expect(faultsOf(schema, kustomization)).toEqual([]);
      const beside = readdirSync(join(base, folder)).filter((each) => each !== 'kustomization.yaml');
      expect(kustomization.resources.toSorted()).toEqual(beside.toSorted());
      for (const each of beside)
        expect(each.endsWith('.yaml') || existsSync(join(base, folder, each, 'kustomization.yaml'))).toBe(
          true,
        );
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
    const countOf = (files: readonly string[]): number => files.flatMap((file) => readManifests(file)).length;
    expect(built()).toBe(countOf(['kubernetes/facade.yaml', 'kubernetes/ingress.yaml']));
    const file = join(copy, 'kustomization.yaml');
    writeFileSync(file, withOptions(readFileSync(file, 'utf8')));
    expect(built()).toBe(countOf(filesOf('.')));
  });
});
