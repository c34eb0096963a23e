/** A tool of ours: one GraphQL document, and what a model must know to use it. */
export interface OwnTool<Variables = Readonly<Record<string, unknown>>> {
  readonly name: string;
  readonly title: string;
  /** When to use it, and how to continue. */
  readonly purpose: string;
  /** The REST requests of one call. */
  readonly cost: string;
  /** Scopes without which parts of the result are missing. */
  readonly scopes: readonly string[];
  /** One operation; its variables are the arguments. */
  readonly document: string;
  readonly arguments: { readonly [Name in keyof Required<Variables>]: string };
}

/** The arguments of a list that is read page by page. */
export const pageArguments = {
  first: 'How many at most; 20 by default.',
  after:
    'To continue a list: `endCursor` of its `pageInfo`, or `after` of `truncated`, with the same filter.',
} as const;
