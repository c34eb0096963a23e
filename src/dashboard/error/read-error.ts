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
export function readErrors(
  error: Pick<CombinedError, 'networkError' | 'graphQLErrors'> | undefined,
): readonly ReadError[] {
  if (error === undefined) return [];
  if (error.networkError)
    return [{ code: 'FACADE_UNREACHABLE', message: error.networkError.message, path: [] }];
  return error.graphQLErrors.map(readError);
}

/** An entry of `errors` as the façade sends it. */
interface SentError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions: object;
}

/** `errors` come from the network: no member of `extensions` is certain. */
export function readError({ message, path = [], extensions }: SentError): ReadError {
  const facts: Readonly<Record<string, unknown>> = { ...extensions };
  return {
    code: text(facts['code']) ?? 'INTERNAL_SERVER_ERROR',
    message,
    path,
    operation: text(facts['operation']),
    requiredScope: text(facts['requiredScope']),
    requestId: text(facts['requestId']),
    retryAfterSeconds: seconds(facts['retryAfterSeconds']),
  };
}

/** The error that made a field null: its own, or that of an enclosing field. */
export function errorAt(
  errors: readonly ReadError[],
  path: readonly (string | number)[],
): ReadError | undefined {
  return errors.find((error) => error.path.every((step, index) => step === path[index]));
}

/** Whether a record of a root field does not exist: its id is unknown, or cannot be one. */
export const isMissing = (errors: readonly ReadError[], field: string): boolean =>
  errors.some(
    ({ code, path }) =>
      (code === 'NOT_FOUND' || code === 'BAD_USER_INPUT') && path.length === 1 && path[0] === field,
  );

/** What the Partner API would say, without asking it. */
export const lacksScope = (scope: string): ReadError => ({
  code: 'FORBIDDEN',
  message: `The credential lacks the scope ${scope}.`,
  path: [],
  requiredScope: scope,
});

/** Errors of one reason read the same. */
export const reasonOf = ({ code, requiredScope }: Pick<ReadError, 'code' | 'requiredScope'>): string =>
  `${code} ${requiredScope ?? ''}`;

/** One reason with the number of fields that it affects. */
export interface ErrorGroup {
  readonly first: ReadError;
  readonly count: number;
}

/** Groups errors by code and scope, because the visitor reads the same notice for them. */
export function groupErrors(errors: readonly ReadError[]): readonly ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>();
  for (const error of errors) {
    const { first, count } = groups.get(reasonOf(error)) ?? { first: error, count: 0 };
    groups.set(reasonOf(error), { first, count: count + 1 });
  }
  return [...groups.values()];
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const seconds = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
