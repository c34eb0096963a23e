import { route, type Routed } from './route.js';

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
  endedAt: number | undefined;
  /** Whether the peer closed the connection before the response was complete. */
  peerLeft: boolean;
  bodyBytes: number;
}

export const seenRequest = (
  number: number,
  { method = 'GET', target, rawHeaders = [] }: Pick<SeenRequest, 'target'> & Partial<SeenRequest>,
  prefix = '',
): SeenRequest => ({
  number,
  method,
  target,
  routed: route(target, prefix),
  rawHeaders,
  credential: credentialOf({ rawHeaders }),
  endedAt: undefined,
  peerLeft: false,
  bodyBytes: 0,
});

/** Values of a header, in their order. */
export const valuesOf = ({ rawHeaders }: Pick<SeenRequest, 'rawHeaders'>, name: string): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);

const credentialOf = (request: Pick<SeenRequest, 'rawHeaders'>): string | undefined =>
  /^Bearer (.*)$/s.exec(valuesOf(request, 'authorization')[0] ?? '')?.[1];
