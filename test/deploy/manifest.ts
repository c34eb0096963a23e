import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** As much of the manifests as the tests look at; the schemas of Kubernetes say that it is there. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly selector: object;
    readonly maxUnavailable: number;
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly scaleTargetRef: object;
    readonly metrics: readonly { readonly resource: { readonly target: object } }[];
    readonly sessionAffinity?: string;
    readonly ports: readonly { readonly port: number; readonly targetPort: string }[];
    readonly podSelector: object;
    readonly ingress: readonly Rule[];
    readonly egress?: readonly Rule[];
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
    readonly rules: readonly IngressRule[];
    readonly tls: readonly { readonly hosts: readonly string[] }[];
    readonly jobLabel: string;
    readonly podMetricsEndpoints: readonly { readonly port: string; readonly path: string }[];
  };
}

interface Rule {
  readonly ports: readonly { readonly port: string | number; readonly protocol?: string }[];
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
}

export interface Peer {
  readonly podSelector?: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly namespaceSelector?: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly ipBlock?: { readonly cidr: string };
}

interface IngressRule {
  readonly host: string;
  readonly http: {
    readonly paths: readonly {
      readonly path: string;
      readonly backend: {
        readonly service: { readonly name: string; readonly port: { readonly name: string } };
      };
    }[];
  };
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
  readonly volumes?: readonly object[];
}

export interface Container {
  readonly image: string;
  readonly env?: readonly Variable[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly startupProbe?: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle?: object;
  readonly resources: {
    readonly requests: Readonly<Record<string, string>>;
    readonly limits: Readonly<Record<string, string>>;
  };
  readonly securityContext: object;
}

interface Probe {
  readonly httpGet: object;
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
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

/** A text with what it offers in comments, entries of lists, taken in: comments in prose stay. */
export const withOptions = (text: string): string => text.replace(/^( *)# (?=- | )/gm, '$1');

/**
 * The manifests in a file of `deploy`.
 *
 * @param edit what a reader may do to the file first
 * @throws Error for a fault or a warning of the YAML
 */
export function readManifests(name: string, edit = (text: string): string => text): readonly Manifest[] {
  const documents = parseAllDocuments(edit(readDeploy(name)), { version: '1.1' });
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
