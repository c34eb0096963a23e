import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Settings } from '../../config.js';
import { quote } from '../../partner/quote.js';
import type { DocumentResult } from './document.js';

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

/**
 * The documents of a manifest; undefined where there is none.
 *
 * @param manifest in place of the file that TRUSTED_DOCUMENTS names
 * @throws ManifestError with one line about TRUSTED_DOCUMENTS if they cannot be served
 */
export function openTrustedDocuments(
  { TRUSTED_DOCUMENTS: path, TRUSTED_DOCUMENTS_MODE: mode }: Settings,
  manifest: unknown,
  check: (text: string) => DocumentResult,
): TrustedDocuments | undefined {
  if (mode === 'off') return undefined;
  if (path === undefined && manifest === undefined) {
    if (mode === undefined) return undefined;
    throw new ManifestError(`TRUSTED_DOCUMENTS is not set, and TRUSTED_DOCUMENTS_MODE is ${mode}.`);
  }
  try {
    const byId = new Map<string, string>();
    for (const entry of entriesOf(manifest ?? readManifestFile(path ?? ''))) addDocument(byId, entry, check);
    return new TrustedDocuments(byId);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const value = manifest === undefined ? JSON.stringify(path) : 'a manifest';
    throw new ManifestError(`TRUSTED_DOCUMENTS holds ${value}, and must be ${error.message}.`, error.id);
  }
}

/**
 * Reads a file again while others are served: one document at a time, and those that are trusted already are not checked.
 *
 * @throws ManifestError whose message continues "must be"
 */
export async function reopenTrustedDocuments(
  path: string,
  known: TrustedDocuments,
  check: (text: string) => DocumentResult,
): Promise<TrustedDocuments> {
  const byId = new Map<string, string>();
  for (const entry of entriesOf(readManifestFile(path))) {
    addDocument(byId, entry, (text) => (known.texts.has(text) ? undefined : check(text)));
    await nextTurn();
  }
  return new TrustedDocuments(byId);
}

function readManifestFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ManifestError(code === 'ENOENT' ? 'a file that exists' : `a file that can be read (${code})`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ManifestError('a JSON file');
  }
}

/** Adds a document under its id and its hash, checked as if a client had sent it. */
function addDocument(
  byId: Map<string, string>,
  [id, text]: readonly [string, string],
  check: (text: string) => DocumentResult | undefined,
): void {
  checkDocumentId(id, text);
  if ((byId.get(id) ?? text) !== text)
    throw new ManifestError(`a manifest with one document for each id: ${quote(id)} has two`, id);
  const checked = check(text);
  const reason = checked && whyRefused(checked);
  if (reason !== undefined)
    throw new ManifestError(
      `a manifest of documents that can be served: ${quote(id)} cannot (${reason})`,
      id,
    );
  byId.set(id, text).set(`sha256:${hashOf(text)}`, text);
}

export class TrustedDocuments {
  readonly texts: ReadonlySet<string>;

  /** @param byId texts, each under its ids and its hash */
  constructor(private readonly byId: ReadonlyMap<string, string>) {
    if (byId.size === 0) throw new ManifestError('a manifest with at least one document');
    this.texts = new Set(byId.values());
  }

  /** The text under an id: one of the manifest's, or the hash of the text, with or without `sha256:`. */
  textOf(id: string): string | undefined {
    return this.byId.get(id) ?? this.byId.get(`sha256:${id}`);
  }
}

const textsById = z.record(z.string(), z.string());

const apolloManifest = z
  .object({
    format: z.literal('apollo-persisted-query-manifest'),
    version: z.literal(1),
    operations: z.array(z.object({ id: z.string(), body: z.string() })),
  })
  .transform(({ operations }) => operations.map(({ id, body }) => [id, body] as const));

/**
 * The documents of an object of texts by id, as the client preset of GraphQL Code Generator (`persistedDocuments`) and
 * relay-compiler write it, or of a manifest of Apollo's `generate-persisted-query-manifest`.
 *
 * @throws ManifestError for another shape
 */
export function entriesOf(manifest: unknown): readonly (readonly [string, string])[] {
  const apollo = apolloManifest.safeParse(manifest);
  if (apollo.success) return apollo.data;
  const plain = textsById.safeParse(manifest);
  // Without operations, the members of Apollo's manifest are texts too.
  if (plain.success && !('format' in plain.data)) return Object.entries(plain.data);
  throw new ManifestError(
    'a manifest: an object of document texts by id, or version 1 of an "apollo-persisted-query-manifest"',
  );
}

/** Ids of the appendix of GraphQL over HTTP, and any other visible text. */
function checkDocumentId(id: string, text: string): void {
  if (!/^[\x21-\x7e]{1,256}$/.test(id))
    throw new ManifestError(
      `a manifest with ids of 1 to 256 visible ASCII characters: ${quote(id)} is none`,
      id,
    );
  const claimed = id.startsWith('sha256:') ? id.slice('sha256:'.length) : id;
  if ((claimed !== id || isHash(id)) && claimed !== hashOf(text))
    throw new ManifestError(`a manifest with true hashes: ${quote(id)} is not the SHA-256 of its text`, id);
}

function whyRefused(document: DocumentResult): string | undefined {
  if ('errors' in document) return firstLine(document.errors[0]?.message);
  const kinds = document.operations.kinds;
  if (kinds.length === 0) return 'it has no operation';
  if (kinds.some((kind) => kind === 'mutation')) return 'the Partner API is read-only: there is no mutation';
  return undefined;
}

const firstLine = (message = ''): string => (message.split('\n', 1)[0] ?? '').replace(/\.$/, '');
