import { writeFileSync } from 'node:fs';
import { printSchema } from 'graphql';
import { schema } from '../../src/graphql/schema.js';

/** Prints the public schema, which is committed, so that its changes are seen. */
writeFileSync(new URL('../../schema.graphql', import.meta.url), `${printSchema(schema)}\n`);
