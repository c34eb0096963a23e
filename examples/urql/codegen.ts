import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from 'partner-graphql/client';

/** Typed documents, for the façade's schema and with its scalars. */
const config: CodegenConfig = {
  schema: 'node_modules/partner-graphql/schema.strict.graphql',
  documents: ['src/**/*.ts'],
  generates: {
    'generated/': {
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
  },
};

export default config;
