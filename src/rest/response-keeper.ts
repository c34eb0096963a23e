import type { RestResponse } from './transport/transport.js';

/** Receives what may be served again, to clients that accept an older response. */
export interface ResponseKeeper {
  /**
   * Receives a 200 that came from the Partner API.
   *
   * @param value the record of a record endpoint, the `Page` of a list endpoint; it must not be changed
   * @param sentAt when its request was sent, by `performance.now()`; earlier where a cache on the way has aged it
   * @param length of the body, in bytes or characters
   */
  keep(path: string, value: unknown, sentAt: number, length: number): void;
  /** Receives its text too, where other processes may be served it. */
  share?(path: string, body: string, sentAt: number): void;
}

/** A request whose response has come. */
interface Answered {
  readonly request: { readonly path: string };
  readonly sender: { readonly keeper?: ResponseKeeper | undefined };
  /** By `performance.now()`. */
  readonly startedAt: number;
}

/** Offers a 200 to the keeper. @returns the value */
export function offer(
  { request, sender, startedAt }: Answered,
  response: RestResponse,
  value: unknown,
): unknown {
  const { keeper } = sender;
  if (keeper === undefined) return value;
  const sentAt = startedAt - agedMs(response.age);
  keeper.keep(request.path, value, sentAt, response.bytes?.length ?? response.body.length);
  // A body is decoded where it is read.
  if (keeper.share !== undefined) keeper.share(request.path, response.body, sentAt);
  return value;
}

/** Milliseconds by which a cache on the way has aged a response (RFC 9111, 5.1), with what it may have rounded off. */
function agedMs(age: string | undefined): number {
  if (age === undefined) return 0;
  return /^\d+$/.test(age) ? 1000 * (Number(age) + 1) : Infinity;
}
