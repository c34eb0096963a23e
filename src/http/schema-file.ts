import type { GraphQLSchema } from 'graphql';
import type { Settings } from '../config.js';
import { schema } from '../graphql/schema.js';
import { printPublicSchema, printStrictSchema } from '../graphql/nullability.js';
import type { Handler } from './request-handler.js';
import { type Asset, createAsset, serveAsset } from './dashboard/asset.js';

const printers: Readonly<Record<string, (schema: GraphQLSchema) => string>> = {
  '/schema.graphql': printPublicSchema,
  '/schema.strict.graphql': printStrictSchema,
};

export const schemaPaths = Object.keys(printers);

/** The schema as text, for code generators: the files of the package, byte for byte. None where it is not public. */
export function createSchemaFiles(settings: Settings): ReadonlyMap<string, Handler> {
  if (!settings.INTROSPECTION || settings.TRUSTED_DOCUMENTS_MODE === 'only') return new Map();
  const serve = (print: (schema: GraphQLSchema) => string) => {
    let asset: Asset | undefined;
    return (request: Request) => {
      const origin = request.headers.get('origin');
      const isListed = origin !== null && settings.CORS_ORIGINS.includes(origin);
      const cors = isListed && { 'Access-Control-Allow-Origin': origin };
      const headers = { 'Cache-Control': 'public, max-age=300', ...cors };
      asset ??= createAsset('text/plain; charset=utf-8', new TextEncoder().encode(print(schema)));
      return serveAsset(request, asset, headers);
    };
  };
  return new Map(Object.entries(printers).map(([path, print]) => [path, serve(print)]));
}
