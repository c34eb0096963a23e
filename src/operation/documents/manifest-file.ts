import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseJson } from '../../rest/response-error.js';

/** A manifest that cannot be served; the message continues "must be" in one line. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';

  /** @param id of the document that cannot be served; undefined where the fault is the manifest's own */
  constructor(
    message: string,
    readonly id?: string,
  ) {
    super(message);
  }
}

/** SHA-256 of a text in UTF-8: 64 lower-case hexadecimal digits. */
export const hashOf = (text: string): string => hash('sha256', text);

export const isHash = (id: string): boolean => /^[\da-f]{64}$/.test(id);

/** @throws ManifestError whose message continues "must be" */
export function readManifestFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ManifestError(code === 'ENOENT' ? 'a file that exists' : `a file that can be read (${code})`);
  }
  const manifest = parseJson(text);
  if (manifest === undefined) throw new ManifestError('a JSON file');
  return manifest;
}

const manifestSchema = z.union([
  z
    .object({
      format: z.literal('apollo-persisted-query-manifest'),
      version: z.literal(1),
      operations: z.array(z.object({ id: z.string(), body: z.string() })),
    })
    .transform(({ operations }) => operations.map(({ id, body }) => [id, body] as const)),
  z
    .record(z.string(), z.string())
    // Without operations, the members of Apollo's manifest are texts too.
    .refine((texts) => !('format' in texts))
    .transform((texts) => Object.entries(texts)),
]);

/**
 * The documents of an object of texts by id, as the client preset of GraphQL Code Generator (`persistedDocuments`) and
 * relay-compiler write it, or of a manifest of Apollo's `generate-persisted-query-manifest`.
 *
 * @throws ManifestError for another shape
 */
export function entriesOf(manifest: unknown): readonly (readonly [string, string])[] {
  const read = manifestSchema.safeParse(manifest);
  if (read.success) return read.data;
  throw new ManifestError(
    'a manifest: an object of document texts by id, or version 1 of an "apollo-persisted-query-manifest"',
  );
}
