import './error.js';
import './scalar.js';
import './types/media.js';
import './types/node.js';
import './types/organization.js';
import './types/playback-configuration.js';
import './types/playback-item.js';
import './types/playlist-item.js';
import './types/playlist.js';
import './types/screen.js';
import './types/media-usage.js';
import './types/subscription.js';
import { type GraphQLSchema, isObjectType, specifiedDirectives } from 'graphql';
import { builder } from './builder.js';
import { ownDirectives } from './directive.js';

/** The public schema. The modules above add their types to it; `schema.graphql` is its printed form. */
export const schema = withPlainFields(
  builder.toSchema({ sortSchema: false, directives: [...specifiedDirectives, ...ownDirectives] }),
);

/**
 * Removes the resolver from fields that expose the property of their own name. Execution reads such a property in
 * place, which is most of the cost of a result with a hundred records.
 */
function withPlainFields(built: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(built.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (field.extensions['pothosExposedField'] === field.name) delete field.resolve;
  }
  return built;
}
