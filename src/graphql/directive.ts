import { buildSchema, type GraphQLDirective, isSpecifiedDirective } from 'graphql';

/**
 * graphql 16 declares neither `@defer` nor `@stream`; clients know them in this form. `@semanticNonNull` is that of the
 * specification of semantic nullability: a client that handles errors gets non-null types for the marked fields.
 */
export const ownDirectives: readonly GraphQLDirective[] = buildSchema(`
"""Directs the executor to defer this fragment when the \`if\` argument is true or undefined."""
directive @defer(
  """Deferred when true or undefined."""
  if: Boolean! = true
  """Unique name"""
  label: String
) on FRAGMENT_SPREAD | INLINE_FRAGMENT

"""Directs the executor to stream plural fields when the \`if\` argument is true or undefined."""
directive @stream(
  """Stream when true or undefined."""
  if: Boolean! = true
  """Unique name"""
  label: String
  """Number of items to return immediately"""
  initialCount: Int = 0
) on FIELD

"""
Null only together with an entry in \`errors\` for the same path: a client that handles errors may treat it as non-null.
"""
directive @semanticNonNull(
  """0 for the field itself, 1 for the items of its list."""
  levels: [Int] = [0]
) on FIELD_DEFINITION
`)
  .getDirectives()
  .filter((directive) => !isSpecifiedDirective(directive));
