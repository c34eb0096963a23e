import type { z } from 'zod';

/** The four independent permissions of a credential (contract, "Authentication", 3). */
export type Scope = 'screens:read' | 'playback:read' | 'playlists:read' | 'media:read';

/** What every operation of the contract tells about itself (contract, "Endpoints"). */
interface EndpointFacts {
  /** The operation id, for example `partnerV1_screens`. */
  readonly id: string;
  /** The path below {base_url}, its parameters in braces. */
  readonly path: string;
  /** Absent where any valid credential will do. */
  readonly scope: Scope | undefined;
}

/** An operation that answers `{ data: T }`. */
export interface RecordEndpoint<T> extends EndpointFacts {
  readonly kind: 'one';
  readonly record: z.ZodType<T>;
}

/** An operation that answers `{ data: [T], pagination }`. */
export interface ListEndpoint<T> extends EndpointFacts {
  readonly kind: 'list';
  readonly record: z.ZodType<T>;
}

/** Path parameters by name, not yet encoded. */
export type PathParameters = Readonly<Record<string, string>>;

/**
 * A kind of resource that the contract shows both one by one and in a list of everything, so that a batch
 * of ids can be read either way.
 */
export interface Collection<T extends { readonly id: string }> {
  readonly name: string;
  readonly get: RecordEndpoint<T>;
  /** The path parameter of `get` that takes the id. */
  readonly idParameter: string;
  readonly list: ListEndpoint<T>;
}

export const recordEndpoint = <T>(
  id: string,
  path: string,
  scope: Scope | undefined,
  record: z.ZodType<T>,
): RecordEndpoint<T> => ({
  kind: 'one',
  id,
  path,
  scope,
  record,
});

export const listEndpoint = <T>(
  id: string,
  path: string,
  scope: Scope,
  record: z.ZodType<T>,
): ListEndpoint<T> => ({
  kind: 'list',
  id,
  path,
  scope,
  record,
});
