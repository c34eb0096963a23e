import type { RestResponse, Transport } from '../../src/rest/transport/transport.js';

/**
 * A Partner API without sockets, whose responses a test writes.
 *
 * @param turnsOf further turns of the event loop until a path is answered
 */
export function createMemoryUpstream(
  respond: (path: string, credential: string | undefined) => RestResponse,
  turnsOf: (path: string) => number = () => 0,
) {
  /** Paths below `/api/partner/v1`, in the order of the requests. */
  const requests: string[] = [];
  /** How many requests of each group did not wait for a response of another one. */
  const waves: number[] = [];
  let hasResponded = true;
  const transport: Transport = ({ path, headers }) => {
    requests.push(path.replace('/api/partner/v1', ''));
    if (hasResponded) waves.push(0);
    hasResponded = false;
    waves.push((waves.pop() ?? 0) + 1);
    let abort: (reason: Error) => void = () => undefined;
    const response = new Promise<RestResponse>((resolve, reject) => {
      abort = reject;
      afterTurns(turnsOf(path), () => {
        hasResponded = true;
        resolve(respond(path, headers['authorization']?.replace(/^Bearer /, '')));
      });
    });
    return { response, abort: (reason) => abort(reason) };
  };
  return { transport, requests, waves };
}

export type MemoryUpstream = ReturnType<typeof createMemoryUpstream>;

function afterTurns(turns: number, then: () => void): void {
  setImmediate(() => (turns === 0 ? then() : afterTurns(turns - 1, then)));
}

/** A response of the Partner API with a text. */
export const responseWith = (body: string, more: Partial<RestResponse> = {}): RestResponse => ({
  status: 200,
  contentType: 'application/json',
  retryAfter: undefined,
  body,
  ...more,
});
