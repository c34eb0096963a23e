import type { CodegenConfig } from '@graphql-codegen/cli';
import { typedDocuments } from '../../codegen.js';

/** Typed documents for the tests of the whole system. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['test/system/**/*.ts', 'test/examples/document.ts'],
  silent: true,
  generates: {
    'test/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: typedDocuments,
    },
  },
};

export default config;
