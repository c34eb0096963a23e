import type { GraphQLSchema } from 'graphql';
import type { Settings } from '../config.js';
import { printPublicSchema, printStrictSchema } from '../graphql/nullability.js';
import { schema } from '../graphql/schema.js';
import { type Asset, createAsset, serveAsset } from './asset.js';
import type { Handler } from './request-handler.js';
import type { Route } from './route.js';

const printers: Readonly<Record<string, (schema: GraphQLSchema) => string>> = {
  '/schema.graphql': printPublicSchema,
  '/schema.strict.graphql': printStrictSchema,
};

export const schemaPaths = Object.keys(printers);

/**
 * The schema as text, for code generators: the files of the package, byte for byte. None where it
 * is not public.
 */
export function createSchemaRoutes(settings: Settings): readonly Route[] {
  if (!settings.INTROSPECTION || settings.TRUSTED_DOCUMENTS_MODE === 'only') return [];
  const serve = (print: (schema: GraphQLSchema) => string): Handler => {
    let asset: Asset | undefined;
    return (request) => {
      const origin = request.headers.get('origin');
      const isListed = origin !== null && settings.CORS_ORIGINS.includes(origin);
      const cors = isListed && { 'Access-Control-Allow-Origin': origin };
      const headers = { 'Cache-Control': 'public, max-age=300', ...cors };
      asset ??= createAsset('text/plain; charset=utf-8', new TextEncoder().encode(print(schema)));
      return serveAsset(request, asset, headers);
    };
  };
  return Object.entries(printers).map(([path, print]) => ({ path, handler: serve(print) }));
}
