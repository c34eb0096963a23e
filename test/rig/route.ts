import { endpoints } from '../partner/contract.js';

export type OperationId = (typeof endpoints)[number][0];
export type Scope = NonNullable<(typeof endpoints)[number][2]>;

const routes = endpoints.map(([operation, path, scope, , isList]) => {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/, '([^/]+)')}$`);
  return { operation, pattern, scope, isList };
});

export interface Routed {
  readonly operation: OperationId;
  readonly scope: Scope | undefined;
  readonly isList: boolean;
  /** The path parameter, decoded once; undefined for a path without one. */
  readonly id: string | undefined;
  readonly query: string;
}

/** Matches the target of a request line against the nine endpoints below a prefix. */
export function route(target: string, prefix: string): Routed | undefined {
  if (!target.startsWith(prefix)) return undefined;
  const [path = '', query = ''] = target.slice(prefix.length).split(/\?(.*)/s);
  for (const { operation, pattern, scope, isList } of routes) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const segment = match[1];
    if (segment === undefined) return { operation, scope, isList, id: undefined, query };
    const id = decoded(segment);
    return id === undefined || /^\.{0,2}$/.test(id)
      ? undefined
      : { operation, scope, isList, id, query };
  }
  return undefined;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
