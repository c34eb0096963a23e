import type { CombinedError } from 'urql';

/** An entry of `errors` with the façade's extensions (type `ErrorExtensions` of its schema). */
export interface ReadError {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly operation?: string | undefined;
  readonly requiredScope?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The errors of a result. A network error becomes one with a code of the dashboard's own. */
export function readErrors(error: CombinedError | undefined): readonly ReadError[] {
  if (error === undefined) return [];
  if (error.networkError)
    return [{ code: 'FACADE_UNREACHABLE', message: error.networkError.message, path: [] }];
  return error.graphQLErrors.map(({ message, path, extensions }) => ({
    code: text(extensions['code']) ?? 'INTERNAL_SERVER_ERROR',
    message,
    path: path ?? [],
    operation: text(extensions['operation']),
    requiredScope: text(extensions['requiredScope']),
    requestId: text(extensions['requestId']),
    retryAfterSeconds: seconds(extensions['retryAfterSeconds']),
  }));
}

/** The error that made a field null: its own, or that of an enclosing field. */
export function errorAt(
  errors: readonly ReadError[],
  path: readonly (string | number)[],
): ReadError | undefined {
  return errors.find((error) => error.path.every((step, index) => step === path[index]));
}

/** One reason with the number of fields that it affects. */
export interface ErrorGroup {
  readonly first: ReadError;
  readonly count: number;
  /** The longest wait of the group, in seconds. */
  readonly retryAfterSeconds: number | undefined;
}

/** Groups errors by code and scope, because the visitor reads the same notice for them. */
export function groupErrors(errors: readonly ReadError[]): readonly ErrorGroup[] {
  const groups = new Map<string, ReadError[]>();
  for (const error of errors) {
    const key = `${error.code} ${error.requiredScope ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), error]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const waits = group.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
    return [
      {
        first,
        count: group.length,
        retryAfterSeconds: waits.length === 0 ? undefined : Math.ceil(Math.max(...waits)),
      },
    ];
  });
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const seconds = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
