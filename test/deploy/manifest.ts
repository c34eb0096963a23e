import { readFileSync } from 'node:fs';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js';
import type { Service } from 'kubernetes-types/core/v1.js';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { parseAllDocuments } from 'yaml';

/**
 * What the tests look at is there, or their assertions fail; the schemas of Kubernetes say that the
 * rest fits.
 */
type Whole<T> = T extends object ? { readonly [Key in keyof T]-?: Whole<T[Key]> } : T;

interface Kinds {
  readonly Deployment: Deployment;
  readonly Service: Service;
  readonly HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly NetworkPolicy: NetworkPolicy;
  readonly Ingress: Ingress;
  /** Of the Prometheus operator. */
  readonly PodMonitor: {
    readonly metadata: { readonly name: string };
    readonly spec: {
      readonly selector: object;
      readonly jobLabel: string;
      readonly podMetricsEndpoints: readonly { readonly port: string; readonly path: string }[];
    };
  };
}

export type Kind = keyof Kinds;
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: Kind;
  readonly metadata: { readonly name: string };
}

export const readDeploy = (name: string): string =>
  readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

/** A text with what it offers in comments, entries of lists, taken in: comments in prose stay. */
export const withOptions = (text: string): string => text.replace(/^( *)# (?=- | )/gm, '$1');

/**
 * The manifests in a file of `deploy`.
 *
 * @param edit what a reader may do to the file first
 * @throws Error for a fault or a warning of the YAML
 */
export function readManifests(
  name: string,
  edit = (text: string): string => text,
): readonly Manifest[] {
  const documents = parseAllDocuments(edit(readDeploy(name)), { version: '1.1' });
  for (const fault of documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]))
    throw fault;
  // Their schemas are tested.
  return documents.map((document) => document.toJS() as Manifest);
}

/** The manifest of a kind; there is one of each in a file. */
export function pick<K extends Kind>(manifests: readonly Manifest[], kind: K): Whole<Kinds[K]> {
  const [found, ...others] = manifests.filter((manifest) => manifest.kind === kind);
  if (found === undefined || others.length > 0) throw new Error(`${others.length + 1} of ${kind}.`);
  // Its schema is tested.
  return found as unknown as Whole<Kinds[K]>;
}

/** The only container of a Deployment. */
export function containerOf(manifests: readonly Manifest[]) {
  const [container] = pick(manifests, 'Deployment').spec.template.spec.containers;
  if (container === undefined) throw new Error('There is no container.');
  return container;
}
