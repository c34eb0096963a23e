import type { CodegenConfig } from '@graphql-codegen/cli';

/** Types of documents; a client of the façade configures its own generator the same way. */
export const typedDocuments = {
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

/**
 * Generates what the dashboard imports; `test/examples/generate.ts` does the same for the tests.
 */
const config: CodegenConfig = {
  schema: './schema.graphql',
  silent: true,
  generates: {
    'src/dashboard/generated/': {
      preset: 'client',
      documents: ['src/dashboard/**/*.{ts,tsx}', '!src/dashboard/generated/**'],
      presetConfig: { fragmentMasking: false },
      config: typedDocuments,
    },
  },
};

export default config;
