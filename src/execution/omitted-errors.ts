import { GraphQLError } from 'graphql';

/** The errors of an answer that it does not list, because there are too many. */
export class LeftOut {
  count = 0;
  /** Keys of the root fields that they are below. */
  readonly roots = new Set<string | number | undefined>();
  /** The first error of each kind. */
  readonly kinds = new Map<string, unknown>();

  note(error: unknown, kind: string, root: string | number | undefined): void {
    this.count += 1;
    this.roots.add(root);
    if (!this.kinds.has(kind)) this.kinds.set(kind, error);
  }

  /** The entry of `errors` in place of them. */
  summary(listed: number): GraphQLError {
    const message =
      `${this.count} more errors are left out: an answer lists ${listed} at most, and no setting raises that. ` +
      'Ask for fewer items or ids at once.';
    return new GraphQLError(message, { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } });
  }
}
