import { mayHold, scrub } from '../partner/scrub.js';
import { asBuffer } from './transport/decode-body.js';
import type { RestResponse } from './transport/transport.js';

/** A response without the credential in its body: the response itself, where the body does not hold it. */
export function scrubResponse(response: RestResponse, credential: string): RestResponse {
  if (response.bytes !== undefined && !mayHold(asBuffer(response.bytes), credential)) return response;
  const { status, contentType, retryAfter, date, age, body: received } = response;
  const body = scrub(received, credential);
  return body === received ? response : { status, contentType, retryAfter, date, age, body };
}
