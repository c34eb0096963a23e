import type { LiveStream } from '../operation/live/live-stream.js';
import type { OperationResult } from '../operation/result.js';
import { printResponse } from './response.js';

/** Milliseconds between two empty parts, which keep proxies from closing a silent stream. */
const keepAliveMs = 12_000;

/** Each event is printed once for all its subscribers. */
const printed = new WeakMap<OperationResult, string>();

export function printEvent(event: OperationResult): string {
  let text = printed.get(event);
  if (text === undefined) printed.set(event, (text = printResponse(event)));
  return text;
}

/**
 * A stream of events in the multipart protocol of Apollo's clients: each part has the event as its `payload`, and an empty
 * object is a sign of life.
 *
 * @param RuntimeResponse Yoga's class
 */
export function multipartOf(stream: LiveStream, RuntimeResponse: typeof Response): Response {
  const encoder = new TextEncoder();
  let keepAlive: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(boundary));
      keepAlive = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(partOf('{}')));
      }, keepAliveMs);
    },
    async pull(controller) {
      const next = await stream.next();
      if (next.done !== true) {
        controller.enqueue(encoder.encode(partOf(`{"payload":${printEvent(next.value)}}`)));
        return;
      }
      clearInterval(keepAlive);
      controller.enqueue(encoder.encode('--\r\n'));
      controller.close();
    },
    async cancel() {
      clearInterval(keepAlive);
      await stream.return();
    },
  });
  return asStream(new RuntimeResponse(body, { headers: { 'Content-Type': multipartType } }));
}

/** As Apollo Router writes it: some of its clients compare the parameters as text. */
const multipartType = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0';

const boundary = '\r\n--graphql';

const partOf = (text: string): string =>
  `\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${text}${boundary}`;

/** Makes a response pass proxies event by event. */
export function asStream(response: Response): Response {
  const { headers } = response;
  // nginx would collect several kilobytes before it sends any.
  headers.set('X-Accel-Buffering', 'no');
  // Yoga names `none`, which is no coding.
  headers.delete('Content-Encoding');
  return response;
}
