import type { Routed } from './route.js';

/** A request as an upstream of the rig has seen it. */
export interface SeenRequest {
  /** From 1, over the life of the upstream. */
  readonly number: number;
  readonly method: string;
  /** As it stood in the request line. */
  readonly target: string;
  /** Undefined where the target is none of the nine shapes. */
  readonly routed: Routed | undefined;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly credential: string | undefined;
  /** Number of the connection, from 1. */
  readonly socket: number;
  readonly startedAt: number;
  endedAt: number | undefined;
  /** Whether the peer closed before the answer was out. */
  peerLeft: boolean;
  bodyBytes: number;
}

/** Values of a header, in the order sent. */
export const valuesOf = ({ rawHeaders }: Pick<SeenRequest, 'rawHeaders'>, name: string): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
