import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents for the project's own system tests; the model of what a client of the façade does. */
const shared = {
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
} as const;

const config: CodegenConfig = {
  schema: './schema.graphql',
  silent: true,
  generates: {
    'test/generated/': {
      preset: 'client',
      documents: ['test/system/**/*.ts'],
      presetConfig: { fragmentMasking: false },
      config: shared,
    },
    'src/dashboard/generated/': {
      preset: 'client',
      documents: ['src/dashboard/**/*.{ts,tsx}', '!src/dashboard/generated/**'],
      presetConfig: { fragmentMasking: { unmaskFunctionName: 'readFragment' } },
      config: shared,
    },
  },
};

export default config;
