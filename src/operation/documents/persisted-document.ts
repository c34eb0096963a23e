import type { GraphQLError, GraphQLSchema } from 'graphql';
import { refusal } from '../../graphql/error.js';
import { quote } from '../../partner/quote.js';
import type { SharedState } from '../../tenant/shared-state.js';
import { isObject } from '../parameters.js';
import { createDocuments, type DocumentResult } from './document.js';
import type { DocumentLimits } from './limit.js';
import { createRegisteredTexts, type RegisteredTexts } from './registered-text.js';
import { hashOf, isHash, openTrustedDocuments, type TrustedSettings } from './trusted-document.js';

/** The part of a request that names its document. */
export interface DocumentRequest {
  /** Empty where the document is only named. */
  readonly query: string;
  /** GraphQL over HTTP, appendix on persisted documents. */
  readonly documentId?: string | undefined;
  /** `persistedQuery` names the document as Apollo's clients do. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  /** True for a document of the façade itself, which needs no trust. */
  readonly isOwn?: boolean | undefined;
}

/** The documents that are served. */
export interface Documents {
  /** Promises a result only for a hash that another process may know. */
  readonly find: (request: DocumentRequest) => DocumentResult | Promise<DocumentResult>;
  /** Checks a text as if a client had sent it. */
  readonly check: (text: string) => DocumentResult;
  /** The texts of the manifest; empty where there is none. */
  readonly trusted: readonly string[];
}

/** The settings of documents, by their names. */
export interface DocumentSettings extends DocumentLimits, TrustedSettings {
  readonly INTROSPECTION: boolean;
  /** Whether clients may register documents by their hash. */
  readonly APQ: boolean;
}

/** How a request names its document. */
interface DocumentName {
  readonly form: 'documentId' | 'persistedQuery';
  readonly id: string;
  /** Undefined for an id that is no hash. */
  readonly hash: string | undefined;
}

/**
 * Finds the document of a request: by its text, by the id of a trusted document, or by the hash of a registered text
 * (Apollo's automatic persisted queries, and `documentId` with `sha256:`).
 *
 * @param manifest trusted documents, in place of the file that TRUSTED_DOCUMENTS names
 * @throws ManifestError with one line about TRUSTED_DOCUMENTS if they cannot be served
 * @param shared undefined where this process is alone
 * @returns `find` throws or rejects with GraphQLError BAD_USER_INPUT for a name that is malformed, unknown, or not the hash of the text beside it,
 *   with a code of Apollo for an unknown hash; OPERATION_LIMIT_EXCEEDED for a document that is not trusted in mode `only`
 */
export function openDocuments(
  schema: GraphQLSchema,
  settings: DocumentSettings,
  manifest: unknown,
  shared?: SharedState,
): Documents {
  const { APQ: apq, TRUSTED_DOCUMENTS_MODE: mode } = settings;
  const check = createDocuments(schema, settings, settings.INTROSPECTION);
  const trusted = openTrustedDocuments(settings, manifest, check);
  const registered = createRegisteredTexts(apq && mode !== 'only' ? shared : undefined);
  const byHash: ByHash = { apq, check, registered };

  const find = ({ query, ...request }: DocumentRequest): DocumentResult | Promise<DocumentResult> => {
    if (request.isOwn === true) return check(query);
    const name = nameOf(request);
    if (name === undefined) {
      if (mode === 'only' && trusted?.hasText(query) !== true) throw untrusted('The document');
      return check(query);
    }
    const text = trusted?.textOf(name.id);
    if (text !== undefined) {
      if (query !== '' && query !== text) throw hashMismatch(name);
      return check(text);
    }
    if (mode === 'only') throw untrusted(`The document ${quote(name.id)}`);
    if (name.hash === undefined) throw unknownDocument(name, apq);
    return findByHash(byHash, name, name.hash, query);
  };
  return { find, check, trusted: trusted?.texts ?? [] };
}

interface ByHash {
  readonly apq: boolean;
  readonly check: (text: string) => DocumentResult;
  readonly registered: RegisteredTexts;
}

function findByHash(
  byHash: ByHash,
  name: DocumentName,
  hash: string,
  query: string,
): DocumentResult | Promise<DocumentResult> {
  const { apq, check, registered } = byHash;
  const known = registered.get(hash);
  if (query === '' && known === undefined) {
    const elsewhere = registered.findElsewhere(hash);
    if (elsewhere === undefined) throw unknownDocument(name, apq);
    return registerFound(byHash, name, hash, elsewhere);
  }
  if (query === '' || query === known) return check(known ?? query);
  if (hashOf(query) !== hash) throw hashMismatch(name);
  return register(byHash, hash, query);
}

async function registerFound(
  byHash: ByHash,
  name: DocumentName,
  hash: string,
  elsewhere: Promise<string | undefined>,
): Promise<DocumentResult> {
  const text = await elsewhere;
  if (text === undefined) throw unknownDocument(name, byHash.apq);
  return register(byHash, hash, text);
}

function register({ apq, check, registered }: ByHash, hash: string, text: string): DocumentResult {
  const document = check(text);
  if (apq && !('errors' in document)) registered.set(hash, text);
  return document;
}

function nameOf({ documentId, extensions }: Omit<DocumentRequest, 'query'>): DocumentName | undefined {
  if (documentId !== undefined) {
    const hash = documentId.startsWith('sha256:') ? documentId.slice('sha256:'.length) : undefined;
    if (hash !== undefined && !isHash(hash))
      throw badName('documentId must have 64 lower-case hexadecimal digits after "sha256:".');
    return { form: 'documentId', id: documentId, hash };
  }
  const persistedQuery = extensions?.['persistedQuery'];
  if (persistedQuery == null) return undefined;
  if (!isObject(persistedQuery) || persistedQuery['version'] !== 1)
    throw badName('extensions.persistedQuery must be an object of version 1.');
  const { sha256Hash } = persistedQuery;
  if (typeof sha256Hash !== 'string')
    throw badName('extensions.persistedQuery.sha256Hash must be the SHA-256 of the document.');
  return { form: 'persistedQuery', id: sha256Hash, hash: isHash(sha256Hash) ? sha256Hash : undefined };
}

/**
 * Clients send the text where the message or the code is exactly one of these two (Apollo Client's `PersistedQueryLink`
 * checks either, urql's `persistedExchange` the message). The codes belong to that protocol, not to `ErrorCode`.
 */
function unknownDocument({ form, id, hash }: DocumentName, apq: boolean): GraphQLError {
  if (form === 'documentId')
    return badName(`The documentId ${quote(id)} is unknown. Send the text of the document as query.`);
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
