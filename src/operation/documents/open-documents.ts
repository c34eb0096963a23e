import type { GraphQLSchema } from 'graphql';
import { createDocuments, type DocumentResult } from './document.js';
import { createFindDocument, type DocumentRequest } from './persisted-document.js';
import {
  createTrustedDocuments,
  ManifestError,
  readManifestFile,
  type TrustedDocuments,
} from './trusted-document.js';

/** The settings of documents, by their names. */
export interface DocumentSettings {
  readonly MAX_QUERY_DEPTH: number;
  readonly MAX_QUERY_TOKENS: number;
  readonly MAX_QUERY_ALIASES: number;
  readonly INTROSPECTION: boolean;
  readonly APQ: boolean;
  readonly TRUSTED_DOCUMENTS?: string | undefined;
  readonly TRUSTED_DOCUMENTS_MODE?: 'off' | 'allow' | 'only' | undefined;
}

/**
 * Finds and checks the document of each request.
 *
 * @param manifest trusted documents, in place of the file that TRUSTED_DOCUMENTS names
 * @throws ManifestError with one line about TRUSTED_DOCUMENTS if they cannot be served
 */
export function openDocuments(
  schema: GraphQLSchema,
  settings: DocumentSettings,
  manifest: unknown,
): (request: DocumentRequest) => DocumentResult {
  const check = createDocuments({
    schema,
    limits: {
      maxDepth: settings.MAX_QUERY_DEPTH,
      maxTokens: settings.MAX_QUERY_TOKENS,
      maxAliases: settings.MAX_QUERY_ALIASES,
    },
    introspection: settings.INTROSPECTION,
  });
  return createFindDocument({
    check,
    trusted: openTrustedDocuments(settings, manifest, check),
    mode: settings.TRUSTED_DOCUMENTS_MODE ?? 'allow',
    apq: settings.APQ,
  });
}

function openTrustedDocuments(
  { TRUSTED_DOCUMENTS: path, TRUSTED_DOCUMENTS_MODE: mode }: DocumentSettings,
  manifest: unknown,
  check: (text: string) => DocumentResult,
): TrustedDocuments | undefined {
  if (mode === 'off') return undefined;
  if (path === undefined && manifest === undefined) {
    if (mode === undefined) return undefined;
    throw new ManifestError(`TRUSTED_DOCUMENTS holds nothing, and TRUSTED_DOCUMENTS_MODE is ${mode}.`);
  }
  try {
    return createTrustedDocuments(manifest ?? readManifestFile(path ?? ''), check);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const value = manifest === undefined ? JSON.stringify(path) : 'a manifest';
    throw new ManifestError(`TRUSTED_DOCUMENTS holds ${value}, and must be ${error.message}.`);
  }
}
