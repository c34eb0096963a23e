import { Readable } from 'node:stream';
import type { LiveStream } from '../operation/live/live-stream.js';
import { keepAliveMs, type LiveFraming } from './live-response.js';

/**
 * The body of a stream under node:http, where a web stream would cost several promises for each event. The next event is
 * taken when the client has read the one before; by then it is the newest.
 */
export class NodeLiveBody extends Readable {
  private isWaiting = false;
  private readonly keepAlive: NodeJS.Timeout;

  constructor(
    private readonly stream: LiveStream,
    private readonly framing: LiveFraming,
  ) {
    // An event that is read ahead would be old when its time comes.
    super({ highWaterMark: 0 });
    this.push(framing.start);
    this.keepAlive = setInterval(() => {
      if (this.isWaiting) this.push(framing.keepAlive);
    }, keepAliveMs);
  }

  override _read(): void {
    // A sign of life leads to a further call while the next event is still awaited.
    if (this.isWaiting) return;
    this.isWaiting = true;
    void this.stream.next().then(({ value }) => {
      this.isWaiting = false;
      if (this.destroyed) return;
      if (value === undefined) {
        this.push(this.framing.end);
        this.push(null);
      } else this.push(this.framing.frameEvent(value));
    });
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearInterval(this.keepAlive);
    void this.stream.return();
    callback(error);
  }
}

/** The same for runtimes without node:http. */
export function webLiveBody(stream: LiveStream, framing: LiveFraming): ReadableStream<Uint8Array> {
  let isWaiting = false;
  let keepAlive: NodeJS.Timeout | undefined;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      controller.enqueue(framing.start);
      keepAlive = setInterval(() => {
        if (isWaiting) controller.enqueue(framing.keepAlive);
      }, keepAliveMs);
    },
    async pull(controller) {
      isWaiting = true;
      const { value } = await stream.next();
      isWaiting = false;
      if (value !== undefined) {
        controller.enqueue(framing.frameEvent(value));
        return;
      }
      clearInterval(keepAlive);
      controller.enqueue(framing.end);
      controller.close();
    },
    async cancel() {
      clearInterval(keepAlive);
      await stream.return();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
