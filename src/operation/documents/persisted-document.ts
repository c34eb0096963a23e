import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { DocumentResult } from './document.js';
import { hashOf, isHash, type TrustedDocuments } from './trusted-document.js';

/** As much of a request as tells its document. */
export interface DocumentRequest {
  /** Empty where the document is named alone. */
  readonly query: string;
  /** GraphQL over HTTP, appendix on persisted documents. */
  readonly documentId?: string | undefined;
  /** `persistedQuery` names the document in Apollo's way. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

export type TrustedMode = 'off' | 'allow' | 'only';

export interface PersistedDocumentOptions {
  /** Parses and checks a text; remembers what it has found. */
  readonly check: (text: string) => DocumentResult;
  /** Undefined where there are none. */
  readonly trusted: TrustedDocuments | undefined;
  /** `only`: whatever is not trusted is refused. */
  readonly mode: TrustedMode;
  /** Whether clients may register documents by their hash. */
  readonly apq: boolean;
}

/** How a request names its document. */
interface DocumentName {
  readonly form: 'documentId' | 'persistedQuery';
  readonly id: string;
  /** Undefined for an id of the client's own making. */
  readonly hash: string | undefined;
}

/**
 * Bytes of the texts that clients may have registered. Anyone may register, so that is all that it can cost; what falls
 * out is sent once more by the next client that needs it.
 */
const maxCacheBytes = 4 * 1024 * 1024;

/**
 * Finds the document of a request: by its text, by the id of a trusted document, or by the hash of a text that was
 * registered before (Apollo's automatic persisted queries, and `documentId` with `sha256:`).
 *
 * @throws GraphQLError BAD_USER_INPUT for a name that is malformed, unknown, or not the hash of the text beside it, with
 *   a code of Apollo's for a hash that is unknown;
 *   OPERATION_LIMIT_EXCEEDED for what is not trusted where only trusted documents are served
 */
export function createFindDocument(
  options: PersistedDocumentOptions,
): (request: DocumentRequest) => DocumentResult {
  const { check, trusted, mode, apq } = options;
  // Two bytes a character at most, the hash, and the entry itself.
  const registered = new LRUCache<string, string>({
    maxSize: maxCacheBytes,
    sizeCalculation: (text) => text.length * 2 + 300,
  });

  const findByHash = (name: DocumentName, hash: string, query: string): DocumentResult => {
    const known = registered.get(hash);
    if (query === '' && known === undefined) throw unknownName(name, apq);
    if (query === '' || query === known) return check(known ?? query);
    if (hashOf(query) !== hash) throw notItsHash(name);
    const document = check(query);
    if (apq && !('errors' in document)) registered.set(hash, query);
    return document;
  };

  return ({ query, ...request }) => {
    const name = nameOf(request);
    if (name === undefined) {
      if (mode === 'only' && trusted?.hasText(query) !== true) throw notTrusted('The document');
      return check(query);
    }
    const text = trusted?.textOf(name.id) ?? trusted?.textOf(`sha256:${name.id}`);
    if (text !== undefined) {
      if (query !== '' && query !== text) throw notItsHash(name);
      return check(text);
    }
    if (mode === 'only') throw notTrusted(`The document ${told(name.id)}`);
    if (name.hash === undefined) throw unknownName(name, apq);
    return findByHash(name, name.hash, query);
  };
}

function nameOf({ documentId, extensions }: Omit<DocumentRequest, 'query'>): DocumentName | undefined {
  if (documentId !== undefined) {
    const hash = documentId.startsWith('sha256:') ? documentId.slice('sha256:'.length) : undefined;
    if (hash !== undefined && !isHash(hash))
      throw badName(
        'documentId begins with "sha256:", and must go on with 64 lower-case hexadecimal digits.',
      );
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
 * Clients fall back to sending the text where the message or the code is exactly one of these two (Apollo Client's
 * `PersistedQueryLink` looks for either, urql's `persistedExchange` for the message). The codes belong to that protocol
 * and not to `ErrorCode`: the client's own link deals with them.
 */
function unknownName({ form, id, hash }: DocumentName, apq: boolean): GraphQLError {
  if (form === 'documentId')
    return badName(`No document is known by the documentId ${told(id)}. Send its text as query.`);
  if (!apq) return badName('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED');
  if (hash !== undefined) return badName('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
  return badName('extensions.persistedQuery.sha256Hash must be 64 lower-case hexadecimal digits.');
}

const notItsHash = ({ form, id }: DocumentName): GraphQLError =>
  badName(`${form} names another document than query holds: ${told(id)} is not the SHA-256 of query.`);

/** `spec`: the status is for `application/graphql-response+json`; older clients expect 200 with their JSON. */
const badName = (message: string, code = 'BAD_USER_INPUT'): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { spec: true, status: 400 } } });

const notTrusted = (what: string): GraphQLError =>
  new GraphQLError(`${what} is not a trusted one, and no other is served (TRUSTED_DOCUMENTS_MODE is only).`, {
    extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http: { spec: true, status: 400 } },
  });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const told = (id: string): string => JSON.stringify(id.slice(0, 80));
