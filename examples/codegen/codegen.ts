import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from 'partner-graphql/client';

const settings = { useTypeImports: true, enumsAsTypes: true, strictScalars: true, scalars };

const config: CodegenConfig = {
  schema: 'node_modules/partner-graphql/schema.graphql',
  documents: ['src/**/*.ts'],
  generates: {
    // Typed documents, for plain fetch, graphql-request, Apollo Client and urql alike.
    'generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      // Needs the package graphql-sock: what is null only beside an error is never null in the
      // types.
      config: { ...settings, importExtension: '.js', nullability: { errorHandlingClient: true } },
    },
    // Every type of the schema, `ErrorCode` and `ErrorExtensions` among them, for clients without
    // documents.
    'generated/schema.ts': { plugins: ['typescript'], config: settings },
  },
};

export default config;
