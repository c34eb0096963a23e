import type { Content } from '../../http/content.js';
import type { MediaTypes } from '../../http/negotiation.js';
import {
  eventStream,
  type Framing,
  PartBody,
  partsAround,
  type PartType,
  streamHeaders,
} from '../../http/part-body.js';
import type { OperationResponse } from '../../operation/result.js';

/** Prints the events of a subscription; undefined for any other response. */
export function printEvents(
  response: OperationResponse,
  // A subscription whose client accepts no parts was refused.
  { parts = 'text/event-stream' }: MediaTypes,
): Content | undefined {
  if (response.kind !== 'events') return undefined;
  const framing = liveFramings[parts];
  const init = { headers: { ...streamHeaders, 'Content-Type': framing.contentType } };
  return [new PartBody(response.events, framing), init];
}

const boundary = '\r\n--graphql';
const partHead = '\r\nContent-Type: application/json; charset=utf-8\r\n\r\n';

export const liveFramings = {
  'text/event-stream': eventStream,
  // The protocol of Apollo's clients.
  'multipart/mixed': {
    // As Apollo Router writes it: some of its clients compare the parameters as text.
    contentType: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
    start: Buffer.from(boundary),
    keepAlive: Buffer.from(`${partHead}{}${boundary}`),
    end: Buffer.from('--\r\n'),
    ...partsAround(() => [`${partHead}{"payload":`, `}${boundary}`]),
  },
} satisfies Record<PartType, Framing>;
