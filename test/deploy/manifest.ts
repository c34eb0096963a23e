import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** As much of the manifests as the tests look at; the schemas of Kubernetes say that it is there. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector: object;
    readonly maxUnavailable: number;
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly scaleTargetRef: object;
    readonly sessionAffinity?: string;
    readonly ports: readonly { readonly port: number; readonly targetPort: string }[];
    readonly podSelector: object;
    readonly ingress: readonly Rule[];
    readonly egress?: readonly Rule[];
    readonly template: { readonly metadata: Metadata; readonly spec: PodSpec };
  };
}

interface Metadata {
  readonly labels: object;
  readonly annotations?: object;
}

interface Rule {
  readonly ports: readonly { readonly port: string | number }[];
}

export interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: {
    readonly runAsNonRoot: boolean;
    readonly runAsUser: number;
    readonly seccompProfile: object;
  };
  readonly containers: readonly Container[];
}

export interface Container {
  readonly image: string;
  readonly env: readonly Variable[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: { readonly httpGet: object };
  readonly readinessProbe: { readonly httpGet: object };
  readonly livenessProbe: { readonly httpGet: object };
  readonly lifecycle?: object;
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly securityContext: object;
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef: { readonly name: string; readonly key: string; readonly optional?: boolean };
  };
}

export const readDeploy = (name: string): string =>
  readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

/**
 * The manifests in a file of `deploy`.
 *
 * @throws Error for a fault or a warning of the YAML
 */
export function readManifests(name: string): readonly Manifest[] {
  const documents = parseAllDocuments(readDeploy(name), { version: '1.1' });
  for (const fault of documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])) throw fault;
  // Their schemas are tested.
  return documents.map((document) => document.toJS() as Manifest);
}

/** The manifest of a kind; there is one of each in a file. */
export function pick(manifests: readonly Manifest[], kind: string): Manifest {
  const [found, ...others] = manifests.filter((manifest) => manifest.kind === kind);
  if (found === undefined || others.length > 0) throw new Error(`${others.length + 1} of ${kind}.`);
  return found;
}

/** The only container of a Deployment. */
export function containerOf(manifests: readonly Manifest[]): Container {
  const [container] = pick(manifests, 'Deployment').spec.template.spec.containers;
  if (container === undefined) throw new Error('There is no container.');
  return container;
}
