import type { z } from 'zod';

/** One of the independent permissions of a credential (contract, "Authentication", 3), for example `screens:read`. */
export type Scope = `${string}:read`;

/** The facts of every endpoint (contract, "Endpoints"). */
interface EndpointOf<T, Kind> {
  readonly kind: Kind;
  /** The contract's operation id, for example `partnerV1_screens`. */
  readonly id: string;
  /** The path below {base_url}, its parameters in braces. */
  readonly path: string;
  /** Undefined if any valid credential is enough. */
  readonly scope: Scope | undefined;
  readonly record: z.ZodType<T>;
}

/** An endpoint that responds with `{ data: T }`. */
export type RecordEndpoint<T> = EndpointOf<T, 'one'>;

/** An endpoint that responds with `{ data: [T], pagination }`. */
export type ListEndpoint<T> = EndpointOf<T, 'list'>;

export type Endpoint = RecordEndpoint<unknown> | ListEndpoint<unknown>;

/** Whether the path names no record: it is that of the organization, or of a list of it. */
export const namesNoRecord = ({ path }: Endpoint): boolean => !path.includes('{');

/** Path parameters by name, not yet encoded. */
export type PathParameters = Readonly<Record<string, string>>;

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
