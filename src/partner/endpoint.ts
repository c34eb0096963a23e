import type { z } from 'zod';
import { PartnerError } from './error.js';
import { quote } from './quote.js';

/**
 * One of the independent permissions of a credential (contract, "Authentication", 3), for example
 * `screens:read`.
 */
export type Scope = `${string}:read`;

export const isScope = (value: unknown): value is Scope =>
  typeof value === 'string' && value.endsWith(':read');

/** The facts of every endpoint (contract, "Endpoints"). */
interface EndpointOf<T, Kind> {
  readonly kind: Kind;
  /** The contract's operation id, for example `partnerV1_screens`. */
  readonly id: string;
  /** The path below {base_url}; the name of an id in braces, where it needs one. */
  readonly path: string;
  /** Undefined if any valid credential is enough. */
  readonly scope: Scope | undefined;
  readonly record: z.ZodType<T>;
}

/** An endpoint that responds with `{ data: T }`. */
export type RecordEndpoint<T> = EndpointOf<T, 'one'>;

/** An endpoint that responds with `{ data: [T], pagination }`. */
export type ListEndpoint<T> = EndpointOf<T, 'list'>;

export type Endpoint<T = unknown> = RecordEndpoint<T> | ListEndpoint<T>;

/** Whether the path names no record: it is that of the organization, or of a list of it. */
export const namesNoRecord = ({ path }: Endpoint): boolean => !path.includes('{');

/** Characters of an id. The contract names no limit; this one is our choice. */
export const maxIdLength = 512;

/**
 * Whether an id can name a record. URL normalisation eats `.` and `..` even when they are
 * percent-encoded, and encodeURIComponent throws on half a surrogate pair, which JSON can carry.
 */
export function isUsableId(id: string): boolean {
  return id !== '' && id !== '.' && id !== '..' && id.length <= maxIdLength && id.isWellFormed();
}

/** @throws PartnerError BAD_USER_INPUT for an id that cannot name a record of the endpoint */
export function checkId({ path }: Endpoint, id: string): void {
  if (isUsableId(id)) return;
  const name = path.slice(path.indexOf('{') + 1, path.indexOf('}'));
  const shown = id.length <= maxIdLength ? quote(id) : `${id.length} characters long`;
  const rule = `An id is 1 to ${maxIdLength} characters, and neither "." nor "..".`;
  throw new PartnerError('BAD_USER_INPUT', `Unusable ${name}: ${shown}. ${rule}`);
}

/**
 * The path with the id of its record, if it names one, as one segment that is encoded exactly once.
 * Throws as `checkId`.
 */
export function fillPath(endpoint: Endpoint, id = ''): string {
  const { path } = endpoint;
  if (namesNoRecord(endpoint)) return path;
  checkId(endpoint, id);
  const before = path.slice(0, path.indexOf('{'));
  const behind = path.slice(path.indexOf('}') + 1);
  return before + encodeURIComponent(id) + behind;
}

export const recordEndpoint = <T>(
  id: string,
  path: string,
  scope: Scope | undefined,
  record: z.ZodType<T>,
): RecordEndpoint<T> => ({ kind: 'one', id, path, scope, record });

export const listEndpoint = <T>(
  id: string,
  path: string,
  scope: Scope,
  record: z.ZodType<T>,
): ListEndpoint<T> => ({ kind: 'list', id, path, scope, record });
