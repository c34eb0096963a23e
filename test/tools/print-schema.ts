import { writeFileSync } from 'node:fs';
import { printPublicSchema } from '../../src/graphql/nullability.js';
import { schema } from '../../src/graphql/schema.js';

/** Prints the public schema, which is committed, so that its changes are seen. */
writeFileSync(new URL('../../schema.graphql', import.meta.url), printPublicSchema(schema));
