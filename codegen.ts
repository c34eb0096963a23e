import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents for the project's own system tests; the model of what a client of the façade does. */
const config: CodegenConfig = {
  schema: './schema.graphql',
  documents: ['test/system/**/*.ts'],
  silent: true,
  generates: {
    'test/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        importExtension: '.js',
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: {
          DateTime: 'string',
          LocalDate: 'string',
          LocalTime: 'string',
          TimeZone: 'string',
          HexColorCode: 'string',
          OpaqueUrl: 'string',
          JSONObject: 'Record<string, unknown>',
        },
      },
    },
  },
};

export default config;
