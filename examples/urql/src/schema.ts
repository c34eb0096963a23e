import { readFileSync } from 'node:fs';
import { buildSchema, type IntrospectionQuery, introspectionFromSchema } from 'graphql';

/**
 * The façade's strict schema as graphcache takes it. An application for browsers makes it when it
 * is built.
 */
export function readSchema(): IntrospectionQuery {
  const file = new URL(import.meta.resolve('partner-graphql/schema.strict.graphql'));
  return introspectionFromSchema(buildSchema(readFileSync(file, 'utf8')), { descriptions: false });
}
