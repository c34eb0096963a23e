import { GraphQLError } from 'graphql';

/** The errors that a result does not list, because there are too many. */
export class OmittedErrors {
  count = 0;
  /** Response names of the root fields that they are below. */
  readonly rootKeys = new Set<string | number | undefined>();
  /** The first error of each kind. */
  readonly kinds = new Map<string, unknown>();

  add(error: unknown, kind: string, rootKey: string | number | undefined): void {
    this.count += 1;
    this.rootKeys.add(rootKey);
    if (!this.kinds.has(kind)) this.kinds.set(kind, error);
  }

  /** The entry of `errors` that stands for all of them. */
  summary(maxListed: number): GraphQLError {
    const message =
      `${this.count} more errors are omitted: a response lists at most ${maxListed}, and no setting raises that limit. ` +
      'Request fewer items or ids at once.';
    return new GraphQLError(message, { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } });
  }
}
