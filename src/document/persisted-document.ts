import type { GraphQLError, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Settings } from '../config.js';
import { refusal } from '../graphql/error.js';
import { quote } from '../partner/quote.js';
import { Alone } from '../shared/alone.js';
import { type SharedState, SharedValue } from '../shared/shared-state.js';
import { type GraphQLParameters, isObject } from './parameters.js';
import { createDocuments, type DocumentResult } from './document.js';
import { hashOf, isHash, Manifest } from './manifest.js';

interface DocumentRequest extends Pick<GraphQLParameters, 'query' | 'documentId' | 'extensions'> {
  /** True for a document of the façade itself, which needs no trust. */
  readonly isOwn?: boolean | undefined;
}

interface DocumentName {
  readonly form: 'documentId' | 'persistedQuery';
  readonly id: string;
  /** Undefined for an id that is no hash. */
  readonly hash: string | undefined;
}

/**
 * Bytes of the texts that clients register. Anyone may register, so this bounds the cost; the next
 * client that needs an evicted text sends it again.
 */
const maxRegisteredBytes = 4 * 1024 * 1024;

/**
 * Milliseconds between two writes of a text that is in use. One that nobody uses is forgotten after
 * a day.
 */
const pauseMs = 3_600_000;

export class Documents {
  /** Checks a text as if a client had sent it. */
  readonly check: (text: string) => DocumentResult;
  readonly manifest: Manifest;
  /** Texts that clients have registered, by their hashes. */
  private readonly registered = new LRUCache<string, string>({
    maxSize: maxRegisteredBytes,
    // At most two bytes for each character, the hash, and the entry itself.
    sizeCalculation: (text) => text.length * 2 + 300,
  });
  /** The same in other processes. */
  private readonly shared: SharedValue<string>;

  /**
   * @param manifest trusted documents, in place of the file that TRUSTED_DOCUMENTS names
   * @throws ManifestError if trusted documents cannot be served
   */
  constructor(
    schema: GraphQLSchema,
    private readonly settings: Settings,
    manifest: unknown,
    state: SharedState,
  ) {
    this.check = createDocuments(schema, settings);
    this.manifest = new Manifest(settings, manifest, this.check);
    const limits = { pauseMs, holdMs: 24 * pauseMs, maxBytesPerPause: 2 * maxRegisteredBytes };
    // What others have registered is as unknown here as what is registered here.
    const shared = settings.APQ ? state : new Alone();
    this.shared = new SharedValue(shared, { kind: 'document', schema: z.string(), ...limits });
  }

  /**
   * Finds the document of a request: by its text, by the id of a trusted document, or by the hash
   * of a registered text (Apollo's automatic persisted queries, and `documentId` with `sha256:`).
   *
   * @returns a promise only for a hash that this process does not know
   * @throws GraphQLError, or rejects with it: BAD_USER_INPUT for a name that is malformed, unknown,
   *   or not the hash of the text beside it, with a code of Apollo for an unknown hash;
   *   OPERATION_LIMIT_EXCEEDED for a document that is not trusted in mode `only`
   */
  find(request: DocumentRequest): DocumentResult | Promise<DocumentResult> {
    const { manifest, settings } = this;
    const { query } = request;
    if (request.isOwn === true) return this.check(query);
    const isOnlyTrusted = settings.TRUSTED_DOCUMENTS_MODE === 'only';
    const name = readDocumentName(request);
    if (name === undefined) {
      if (isOnlyTrusted && !manifest.texts.has(query)) throw untrusted('The document');
      return this.check(query);
    }
    const text = manifest.textOf(name.id);
    if (text !== undefined) {
      if (query !== '' && query !== text) throw hashMismatch(name);
      return this.check(text);
    }
    if (isOnlyTrusted) throw untrusted(`The document ${quote(name.id)}`);
    if (name.hash === undefined) throw unknownDocument(name, settings.APQ);
    return this.findByHash(name, name.hash, query);
  }

  private findByHash(name: DocumentName, hash: string, query: string) {
    const known = this.registered.get(hash);
    if (known !== undefined) this.shared.write(hash, known);
    if (query === '') {
      return known === undefined ? this.findElsewhere(name, hash) : this.check(known);
    }
    if (query === known) return this.check(query);
    if (hashOf(query) !== hash) throw hashMismatch(name);
    return this.register(hash, query);
  }

  private async findElsewhere(name: DocumentName, hash: string): Promise<DocumentResult> {
    const text = await this.shared.read(hash);
    if (text === undefined || hashOf(text) !== hash) throw unknownDocument(name, this.settings.APQ);
    return this.register(hash, text);
  }

  private register(hash: string, text: string): DocumentResult {
    const document = this.check(text);
    if (!this.settings.APQ || 'errors' in document) return document;
    this.registered.set(hash, text);
    this.shared.write(hash, text);
    return document;
  }
}

function readDocumentName({ documentId, extensions }: DocumentRequest): DocumentName | undefined {
  if (documentId !== undefined) {
    const hash = documentId.startsWith('sha256:') ? documentId.slice('sha256:'.length) : undefined;
    if (hash !== undefined && !isHash(hash)) {
      throw badName('documentId must have 64 lower-case hexadecimal digits after "sha256:".');
    }
    return { form: 'documentId', id: documentId, hash };
  }
  const persistedQuery = extensions?.['persistedQuery'];
  if (persistedQuery == null) return undefined;
  if (!isObject(persistedQuery) || persistedQuery['version'] !== 1) {
    throw badName('extensions.persistedQuery must be an object of version 1.');
  }
  const { sha256Hash } = persistedQuery;
  if (typeof sha256Hash !== 'string') {
    throw badName('extensions.persistedQuery.sha256Hash must be the SHA-256 of the document.');
  }
  return {
    form: 'persistedQuery',
    id: sha256Hash,
    hash: isHash(sha256Hash) ? sha256Hash : undefined,
  };
}

/**
 * Clients send the text where the message or the code is exactly one of these two (Apollo Client's
 * `PersistedQueryLink` checks either, urql's `persistedExchange` the message). The codes belong to
 * that protocol, not to `ErrorCode`.
 */
function unknownDocument({ form, id, hash }: DocumentName, apq: boolean): GraphQLError {
  if (form === 'documentId') {
    return badName(
      `The documentId ${quote(id)} is unknown. Send the text of the document as query.`,
    );
  }
  if (!apq) return badName('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED');
  if (hash !== undefined) return badName('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
  return badName('extensions.persistedQuery.sha256Hash must be 64 lower-case hexadecimal digits.');
}

const hashMismatch = ({ form, id }: DocumentName): GraphQLError =>
  badName(
    `${form} and query name different documents: ${quote(id)} is not the SHA-256 of query. Send one of them, or the right hash.`,
  );

const badName = (message: string, code = 'BAD_USER_INPUT'): GraphQLError => refusal(message, code);

const untrusted = (what: string): GraphQLError =>
  refusal(
    `${what} is not trusted, and the façade serves trusted documents only (TRUSTED_DOCUMENTS_MODE).`,
    'OPERATION_LIMIT_EXCEEDED',
  );
