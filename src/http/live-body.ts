import { Readable } from 'node:stream';
import type { LiveStream } from '../operation/live/live-stream.js';
import { keepAliveMs, type LiveFraming } from './live-response.js';

/**
 * The body of a stream under node:http, where a web stream would cost several promises for each event. The next event is
 * taken when the client has read the one before; by then it is the newest.
 */
export class NodeLiveBody extends Readable {
  private isWaiting = false;
  private keepAlive: NodeJS.Timeout | undefined;

  /** @param started called before anything is read */
  constructor(
    private readonly stream: LiveStream,
    private readonly framing: LiveFraming,
    private readonly started: () => void = () => undefined,
  ) {
    // An event that is read ahead would be old when its time comes.
    super({ highWaterMark: 0 });
    this.push(framing.start);
  }

  override _read(): void {
    // A sign of life leads to a further call while the next event is still awaited.
    if (this.isWaiting) return;
    this.isWaiting = true;
    if (this.keepAlive === undefined) this.start();
    void this.stream.next().then(({ value }) => {
      this.isWaiting = false;
      if (this.destroyed) return;
      if (value === undefined) {
        this.push(this.framing.end);
        this.push(null);
      } else this.push(this.framing.frameEvent(value));
    });
  }

  /** Not sooner: the body of a client that has left already is never read, nor destroyed. */
  private start(): void {
    this.started();
    this.keepAlive = setInterval(() => {
      if (this.isWaiting && this.readableLength === 0) this.push(this.framing.keepAlive);
    }, keepAliveMs);
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
    },
    async pull(controller) {
      isWaiting = true;
      keepAlive ??= setInterval(() => {
        if (isWaiting && controller.desiredSize === 0) controller.enqueue(framing.keepAlive);
      }, keepAliveMs);
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
