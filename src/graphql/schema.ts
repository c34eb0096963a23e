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
import { type GraphQLSchema, isObjectType, specifiedDirectives } from 'graphql';
import { builder } from './builder.js';
import { deferDirective, streamDirective } from './incremental.js';
import { semanticNonNull } from './nullability.js';

/** The public schema. The types above add themselves to it; `schema.graphql` is its print. */
export const schema = withPlainFields(
  builder.toSchema({
    sortSchema: false,
    directives: [...specifiedDirectives, deferDirective, streamDirective, semanticNonNull],
  }),
);

/**
 * Takes the resolver away from fields that show the member of their own name: execution reads such a member itself,
 * and compiled execution reads it in place, which is most of what an answer of a hundred records costs.
 */
function withPlainFields(built: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(built.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (field.extensions['pothosExposedField'] === field.name) delete field.resolve;
  }
  return built;
}
