import { initGraphQLTada } from 'gql.tada';
import type { ScalarTypes } from 'partner-graphql/client';
import type { introspection } from '../generated/schema.js';

/** Documents are typed as they are written; only the type of the schema is generated. */
export const graphql = initGraphQLTada<{ introspection: introspection; scalars: ScalarTypes }>();
