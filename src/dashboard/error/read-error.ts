import type { CombinedError } from 'urql';

/** An entry of `errors`, as the façade writes it (type `ErrorExtensions` of its schema). */
export interface ReadError {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly operation?: string | undefined;
  readonly requiredScope?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The errors of an answer, typed by code. No answer at all is an error too, with a code of the dashboard's own. */
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

/** The error that has left a field without a value: its own, or that of a field around it. */
export function errorAt(
  errors: readonly ReadError[],
  path: readonly (string | number)[],
): ReadError | undefined {
  return errors.find((error) => error.path.every((step, index) => step === path[index]));
}

/** One reason, however many fields it has left empty. */
export interface ErrorGroup {
  readonly first: ReadError;
  readonly count: number;
  /** The longest wait that was told, in seconds. */
  readonly retryAfterSeconds: number | undefined;
}

/** Errors with the same code and scope tell the visitor the same thing. */
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
