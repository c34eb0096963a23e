import { readFileSync } from 'node:fs';
import { buildSchema, type IntrospectionQuery, introspectionFromSchema } from 'graphql';

/** The façade's schema as graphcache takes it. An application for browsers makes it when it is built. */
export function readSchema(): IntrospectionQuery {
  const file = new URL(import.meta.resolve('partner-graphql/schema.graphql'));
  return introspectionFromSchema(buildSchema(readFileSync(file, 'utf8')), { descriptions: false });
}
