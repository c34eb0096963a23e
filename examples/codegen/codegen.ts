import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from '../../src/client/index.js';

/**
 * GraphQL Code Generator for a client of the façade. In a project of your own, `scalars` comes from
 * `partner-graphql/client`, and `schema` is `node_modules/partner-graphql/schema.graphql`.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['examples/codegen/*.ts', 'examples/apollo/*.ts', 'examples/urql/*.ts'],
  silent: true,
  generates: {
    // Typed documents: with plain fetch, graphql-request, Apollo Client and urql alike.
    'test/generated/clients/codegen/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        importExtension: '.js',
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars,
      },
    },
    // Every type of the schema, `ErrorCode` and `ErrorExtensions` among them, for clients that want no documents.
    'test/generated/clients/schema.ts': {
      plugins: ['typescript'],
      config: { useTypeImports: true, enumsAsTypes: true, strictScalars: true, scalars },
    },
  },
};

export default config;
