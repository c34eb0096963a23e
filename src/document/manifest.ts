import { hash } from 'node:crypto';
import type { Settings } from '../config.js';
import { asError } from '../partner/error.js';
import { quote } from '../partner/quote.js';
import type { DocumentResult } from './document.js';
import { ManifestError } from './manifest-error.js';
import {
  fileStatusOf,
  inTime,
  type ManifestFile,
  missing,
  readManifest,
  readManifestSync,
} from './manifest-file.js';
import { entriesOf, type ManifestEntry, parseManifest } from './manifest-form.js';
import { runAtOnce, runInSlices } from './slices.js';

/**
 * Milliseconds between two looks at the file. The second look that finds a change reads it: within
 * five seconds.
 */
const intervalMs = 1000;

/**
 * The trusted documents. Those of a file are read again when it changes. By its status, not by
 * events of the file system: those miss a symbolic link above the file that is swapped, as
 * Kubernetes does with a ConfigMap, and files of another machine.
 */
export class Manifest {
  private served: ReadonlySet<string> = new Set();
  /** The same texts by their ids, and by `sha256:` and their hashes. */
  private byId: ReadonlyMap<string, string> = new Map();
  /** Empty where there is no file. */
  private readonly path: string = '';
  /** The status of the file when it was last read, and what the last look has found. */
  private read = missing;
  private seen = missing;
  private follower: (() => Promise<void>) | undefined;
  private readonly listeners: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private reading = Promise.resolve();
  /** Whether a reading waits for the one that is under way. */
  private isWaiting = false;

  /**
   * @param manifest in place of the file that TRUSTED_DOCUMENTS names
   * @throws ManifestError if they cannot be served
   */
  constructor(
    { TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_MODE: mode }: Settings,
    manifest: unknown,
    private readonly check: (text: string) => DocumentResult,
  ) {
    if (mode === 'off') return;
    if (manifest !== undefined) {
      runAtOnce(this.serve(entriesOf(manifest)));
    } else if (file !== undefined) {
      this.path = file;
      runAtOnce(this.load(readManifestSync(file)));
    }
  }

  /**
   * The texts of all documents, another set after each reload; empty where there is no manifest.
   */
  get texts(): ReadonlySet<string> {
    return this.served;
  }

  /**
   * The text under an id: one of the manifest's, or the hash of the text, with or without
   * `sha256:`.
   */
  textOf(id: string): string | undefined {
    return this.byId.get(id) ?? this.byId.get(`sha256:${id}`);
  }

  /**
   * Reads the file again when it changes. What runs keeps its document.
   *
   * @param reloaded called after each time; `fault` says why the file cannot be used: what was read
   *   before stays
   */
  follow(reloaded: (path: string, fault?: Error) => void): void {
    const { path } = this;
    if (path === '') return;
    this.follower = () =>
      this.readAgain().then(
        (isRead) => {
          if (isRead) reloaded(path);
        },
        (error: unknown) => reloaded(path, asError(error)),
      );
    this.timer = setInterval(() => void this.look(), intervalMs).unref();
  }

  /** Calls back whenever other texts are served. */
  whenChanged(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Reads the file, changed or not, once what is being read has been read. */
  reload(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.reading = this.reading.then(() => {
      this.isWaiting = false;
      return this.follower?.();
    });
  }

  close(): void {
    clearInterval(this.timer);
    this.follower = undefined;
  }

  /** One look at a time: a file system may not answer. */
  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    const now = await fileStatusOf(this.path);
    this.isLooking = false;
    const hasSettled = now === this.seen;
    this.seen = now;
    // A file that changes between two looks may be half written.
    if (hasSettled && now !== this.read) this.reload();
  }

  /** While others are served. @returns false where the façade has closed meanwhile */
  private async readAgain(): Promise<boolean> {
    const { path } = this;
    // Before the file is read, so that no later change is missed.
    const status = await inTime(fileStatusOf(path));
    this.seen = status;
    this.read = status;
    const file = await inTime(readManifest(path));
    const isOpen = (): boolean => this.follower !== undefined;
    const isLoaded = await runInSlices(this.load(file), isOpen);
    return isLoaded === true;
  }

  private *load({ text, status }: ManifestFile): Generator<void, true, void> {
    this.read = status;
    return yield* this.serve(entriesOf(yield* parseManifest(text)));
  }

  /** Checks one document at a time, and serves them when all are checked. @throws ManifestError */
  private *serve(entries: Iterable<ManifestEntry>): Generator<void, true, void> {
    const byId = new Map<string, string>();
    const texts = new Set<string>();
    for (const [id, text] of entries) {
      this.add(byId, id, text);
      texts.add(text);
      yield;
    }
    if (byId.size === 0) throw new ManifestError('a manifest with at least one document');
    this.byId = byId;
    this.served = texts;
    for (const listener of this.listeners) listener();
    return true;
  }

  /**
   * Adds a document under its id and its hash, checked as if a client had sent it, unless it is
   * trusted already.
   */
  private add(byId: Map<string, string>, id: string, text: string): void {
    checkDocumentId(id, text);
    const known = byId.get(id);
    if (known !== undefined && known !== text) {
      throw new ManifestError(`a manifest with one document for each id: ${quote(id)} has two`, id);
    }
    const reason = this.served.has(text) ? undefined : whyRefused(this.check(text));
    if (reason !== undefined) {
      throw new ManifestError(
        `a manifest of documents that can be served: ${quote(id)} cannot (${reason})`,
        id,
      );
    }
    byId.set(id, text).set(`sha256:${hashOf(text)}`, text);
  }
}

/** Ids of the appendix of GraphQL over HTTP, and any other visible text. */
function checkDocumentId(id: string, text: string): void {
  if (!/^[\x21-\x7e]{1,256}$/.test(id)) {
    throw new ManifestError(
      `a manifest with ids of 1 to 256 visible ASCII characters: ${quote(id)} is none`,
      id,
    );
  }
  const claimed = id.startsWith('sha256:') ? id.slice('sha256:'.length) : id;
  const claimsHash = claimed !== id || isHash(id);
  if (claimsHash && claimed !== hashOf(text)) {
    throw new ManifestError(
      `a manifest with true hashes: ${quote(id)} is not the SHA-256 of its text`,
      id,
    );
  }
}

function whyRefused(document: DocumentResult): string | undefined {
  if ('errors' in document) return firstLine(document.errors[0]?.message);
  const kinds = document.operations.kinds;
  if (kinds.length === 0) return 'it has no operation';
  if (kinds.some((kind) => kind === 'mutation')) {
    return 'the Partner API is read-only: there is no mutation';
  }
  return undefined;
}

const firstLine = (message = ''): string => (message.split('\n', 1)[0] ?? '').replace(/\.$/, '');

/** SHA-256 of a text in UTF-8: 64 lower-case hexadecimal digits. */
export const hashOf = (text: string): string => hash('sha256', text);

export const isHash = (id: string): boolean => /^[\da-f]{64}$/.test(id);
