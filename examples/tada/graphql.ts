import { initGraphQLTada } from 'gql.tada';
import type { ScalarTypes } from '../../src/client/index.js';
import type { introspection } from '../../test/generated/clients/tada/introspection.js';

/** Documents are typed as they are written; nothing is generated but the schema's own type. */
export const graphql = initGraphQLTada<{ introspection: introspection; scalars: ScalarTypes }>();
