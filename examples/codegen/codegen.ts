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
      config: { ...settings, importExtension: '.js' },
    },
    // Every type of the schema, `ErrorCode` and `ErrorExtensions` among them, for clients without documents.
    'generated/schema.ts': { plugins: ['typescript'], config: settings },
  },
};

export default config;
