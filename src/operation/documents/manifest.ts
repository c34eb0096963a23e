import { hash } from 'node:crypto';
import { type BigIntStats, readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Settings } from '../../config.js';
import { asError } from '../../partner/error.js';
import { quote } from '../../partner/quote.js';
import { parseJson } from '../../rest/response-error.js';
import type { DocumentResult } from './document.js';

/** What is wrong with a manifest; the message continues "must be" in one line. */
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

/** Milliseconds between two looks at the file. The second look that finds a change reads it: within five seconds. */
const intervalMs = 1000;

/**
 * The trusted documents. Those of a file are read again when it changes. By its status, not by events of the file system:
 * those miss a symbolic link above the file that is swapped, as Kubernetes does with a ConfigMap, and files of another
 * machine.
 */
export class Manifest {
  /** The texts of all documents, another set after each reload; empty where there is no manifest. */
  texts: ReadonlySet<string> = new Set();
  /** The same texts by their ids, and by `sha256:` and their hashes. */
  private byId: ReadonlyMap<string, string> = new Map();
  /** Empty where there is no file. */
  private readonly path: string = '';
  /** The status of the file when it was last read, and what the last look has found. */
  private read = missing;
  private seen = missing;
  private follower: (() => Promise<void>) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reading = Promise.resolve();

  /**
   * @param manifest in place of the file that TRUSTED_DOCUMENTS names
   * @throws ManifestError if they cannot be served
   */
  constructor(
    { TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_MODE: mode }: Settings,
    manifest: unknown,
    private readonly check: (text: string) => DocumentResult,
  ) {
    if (mode === 'off' || (file === undefined && manifest === undefined)) return;
    if (file !== undefined && manifest === undefined) this.path = file;
    // Before the file is read, so that no later change is missed.
    this.read = this.seen = this.currentStatus();
    Array.from(this.load(manifest));
  }

  /** The text under an id: one of the manifest's, or the hash of the text, with or without `sha256:`. */
  textOf(id: string): string | undefined {
    return this.byId.get(id) ?? this.byId.get(`sha256:${id}`);
  }

  /**
   * Reads the file again when it changes. What runs keeps its document.
   *
   * @param reloaded called after each time; `fault` says why the file cannot be used: what was read before stays
   */
  follow(reloaded: (path: string, fault?: Error) => void): void {
    const { path } = this;
    if (path === '') return;
    this.follower = () =>
      this.readAgain().then(
        () => reloaded(path),
        (error: unknown) => reloaded(path, asError(error)),
      );
    this.timer = setInterval(() => void this.look(), intervalMs).unref();
  }

  /** Reads the file, changed or not, once what is being read has been read. */
  reload(): void {
    this.read = this.seen = this.currentStatus();
    this.reading = this.reading.then(() => this.follower?.());
  }

  close(): void {
    clearInterval(this.timer);
    this.follower = undefined;
  }

  private async look(): Promise<void> {
    const now = await stat(this.path, { bigint: true }).then(textOf, () => missing);
    const hasSettled = now === this.seen;
    this.seen = now;
    // A file that changes between two looks may be half written.
    if (hasSettled && now !== this.read) this.reload();
  }

  /** Of the file that symbolic links lead to. */
  private currentStatus(): string {
    try {
      return textOf(statSync(this.path, { bigint: true }));
    } catch {
      return missing;
    }
  }

  /** While others are served. */
  private async readAgain(): Promise<void> {
    for (const _checked of this.load()) await nextTurn();
  }

  /** Checks one document at a time, and serves them when all are checked. @throws ManifestError */
  private *load(manifest?: unknown): Generator<void, void, void> {
    const entries = entriesOf(manifest ?? readManifestFile(this.path));
    if (entries === undefined) throw new ManifestError(manifestForm);
    const byId = new Map<string, string>();
    for (const entry of entries) {
      this.add(byId, entry);
      yield;
    }
    if (byId.size === 0) throw new ManifestError('a manifest with at least one document');
    this.byId = byId;
    this.texts = new Set(byId.values());
  }

  /** Adds a document under its id and its hash, checked as if a client had sent it, unless it is trusted already. */
  private add(byId: Map<string, string>, [id, text]: readonly [string, string]): void {
    checkDocumentId(id, text);
    if ((byId.get(id) ?? text) !== text)
      throw new ManifestError(`a manifest with one document for each id: ${quote(id)} has two`, id);
    const reason = this.texts.has(text) ? undefined : whyRefused(this.check(text));
    if (reason !== undefined)
      throw new ManifestError(
        `a manifest of documents that can be served: ${quote(id)} cannot (${reason})`,
        id,
      );
    byId.set(id, text).set(`sha256:${hashOf(text)}`, text);
  }
}

const missing = '';

const textOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(' ');

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

/** SHA-256 of a text in UTF-8: 64 lower-case hexadecimal digits. */
export const hashOf = (text: string): string => hash('sha256', text);

export const isHash = (id: string): boolean => /^[\da-f]{64}$/.test(id);

/** @throws ManifestError */
function readManifestFile(path: string): unknown {
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

/** What a manifest must be. */
export const manifestForm =
  'a manifest: an object of document texts by id, or version 1 of an "apollo-persisted-query-manifest"';

/**
 * The ids and texts of an object of texts by id, as the client preset of GraphQL Code Generator (`persistedDocuments`) and
 * relay-compiler write it, or of a manifest of Apollo's `generate-persisted-query-manifest`; undefined for another form.
 */
export const entriesOf = (manifest: unknown): readonly (readonly [string, string])[] | undefined =>
  manifestSchema.safeParse(manifest).data;
