import { Readable } from 'node:stream';
import type { LiveStream } from '../operation/live/live-stream.js';
import type { OperationResult } from '../operation/result.js';
import { type Framing, keepAliveMs } from './framing.js';

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
    private readonly framing: Framing,
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
      } else this.push(this.framing.framePart(value));
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

/** The body of any response in parts. */
export function webBody(parts: AsyncIterator<OperationResult>, framing: Framing): ReadableStream<Uint8Array> {
  let isWaiting = false;
  let keepAlive: NodeJS.Timeout | undefined;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      controller.enqueue(framing.start);
    },
    async pull(controller) {
      isWaiting = true;
      keepAlive ??= setInterval(() => {
        if (isWaiting && controller.desiredSize === 0 && framing.keepAlive)
          controller.enqueue(framing.keepAlive);
      }, keepAliveMs);
      const next = await parts.next().catch((error: unknown) => {
        clearInterval(keepAlive);
        throw error;
      });
      isWaiting = false;
      if (next.done !== true) {
        controller.enqueue(framing.framePart(next.value));
        return;
      }
      clearInterval(keepAlive);
      controller.enqueue(framing.end);
      controller.close();
    },
    async cancel() {
      clearInterval(keepAlive);
      await parts.return?.();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
