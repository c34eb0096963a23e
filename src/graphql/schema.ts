import './error.js';
import './types/media.js';
import './types/node.js';
import './types/organization.js';
import './types/playback-configuration.js';
import './types/playback-item.js';
import './types/playlist.js';
import './types/screen.js';
import './types/media-usage.js';
import './types/subscription.js';
import {
  buildSchema,
  type GraphQLDirective,
  type GraphQLSchema,
  isObjectType,
  isSpecifiedDirective,
  specifiedDirectives,
} from 'graphql';
import { builder } from './builder.js';

/**
 * graphql 16 declares neither `@defer` nor `@stream`; clients know them in this form.
 * `@semanticNonNull` is that of the specification of semantic nullability: a client that handles
 * errors gets non-null types for the marked fields.
 */
const ownDirectives: readonly GraphQLDirective[] = buildSchema(`
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

/**
 * The public schema. The modules above add their types to it; `schema.graphql` is its printed form.
 */
export const schema = withPlainFields(
  builder.toSchema({ sortSchema: false, directives: [...specifiedDirectives, ...ownDirectives] }),
);

/**
 * Removes the resolver from fields that expose the property of their own name. Execution reads such
 * a property in place, which is most of the cost of a result with a hundred records.
 */
function withPlainFields(built: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(built.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.extensions['pothosExposedField'] === field.name) delete field.resolve;
    }
  }
  return built;
}
