import { basename, join } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { root } from '../docs/markdown.js';

/**
 * The configuration of an example for a generator that runs at the root: one that runs in a folder
 * takes its plugins, and the `graphql` that they import, from what is installed there.
 */
export const inFolder = (config: CodegenConfig, folder: string): CodegenConfig => ({
  ...config,
  // Every example has one file for a schema, and patterns for documents.
  schema: join(root, basename(config.schema as string)),
  documents: (config.documents as string[]).map((pattern) => join(folder, pattern)),
  generates: Object.fromEntries(
    Object.entries(config.generates).map(([name, output]) => [join(folder, name), output]),
  ),
  silent: true,
});
