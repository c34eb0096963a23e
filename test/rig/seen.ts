import type { Routed } from './route.js';

/** A request that an upstream of the rig received. */
export interface SeenRequest {
  /** From 1, over the life of the upstream. */
  readonly number: number;
  readonly method: string;
  /** Exactly as in the request line. */
  readonly target: string;
  /** Undefined for a target that is not one of the nine endpoints. */
  readonly routed: Routed | undefined;
  /** Names and values in turn, exactly as sent. */
  readonly rawHeaders: readonly string[];
  readonly credential: string | undefined;
  /** Number of the connection, from 1. */
  readonly socket: number;
  readonly startedAt: number;
  endedAt: number | undefined;
  /** Whether the peer closed the connection before the response was complete. */
  peerLeft: boolean;
  bodyBytes: number;
}

/** What a request has that no socket has brought. */
export const withoutSocket = {
  method: 'GET',
  rawHeaders: [],
  socket: 1,
  startedAt: 0,
  endedAt: undefined,
  peerLeft: false,
  bodyBytes: 0,
} as const;

/** Values of a header, in their order. */
export const valuesOf = ({ rawHeaders }: Pick<SeenRequest, 'rawHeaders'>, name: string): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);

/** The bearer credential of a request; undefined without one. */
export const credentialOf = (request: Pick<SeenRequest, 'rawHeaders'>): string | undefined =>
  /^Bearer (.*)$/s.exec(valuesOf(request, 'authorization')[0] ?? '')?.[1];
