import { type ErrorCode, isPartnerError, partnerErrors } from './error.js';

/**
 * An entry of `errors` that can be thrown. Clients give entries as plain objects, which have no stack, and which error
 * trackers and Node.js print without their message. `hasCode` and `partnerErrors` find it too.
 */
export class ResultError extends Error {
  override readonly name = 'ResultError';
  /** Undefined where another server has responded. */
  readonly code: ErrorCode | undefined;
  /** The field without data; undefined where the whole operation was refused. */
  readonly path: readonly (string | number)[] | undefined;
  /** On FORBIDDEN: the scope that the credential lacks. */
  readonly requiredScope: string | undefined;
  readonly extensions: object;

  constructor({
    message,
    path,
    extensions = {},
  }: {
    readonly message?: string | undefined;
    readonly path?: readonly (string | number)[] | undefined;
    readonly extensions?: object | undefined;
  }) {
    // Relay may omit the message.
    const entry: unknown = { message: message ?? '', extensions };
    const known = isPartnerError(entry) ? entry.extensions : undefined;
    super(message ?? known?.code ?? 'The field has no data.');
    this.code = known?.code;
    this.path = path;
    this.requiredScope = known?.requiredScope;
    this.extensions = extensions;
  }
}

/**
 * The data of a result without errors: of GraphQL's own `{ data, errors }`, or of Apollo Client or urql, whose errors are
 * where `partnerErrors` looks for them.
 *
 * @throws ResultError with the first error of the façade, whether there is data beside it or not
 * @throws Error where the result has another error, which is its `cause`, or no data
 */
export function dataOf<Data>(result: {
  readonly data?: Data | null | undefined;
  readonly errors?: readonly object[] | undefined;
  readonly error?: unknown;
}): NonNullable<Data> {
  const [first] = partnerErrors(result);
  if (first !== undefined) throw new ResultError(first);
  const { data, errors, error = errors?.[0] } = result;
  if (error == null && data != null) return data;
  throw new Error('The result has an error that is not of the façade, or no data.', {
    cause: error ?? result,
  });
}
