import { Readable } from 'node:stream';
import { onceFor } from '../execution/coercion.js';
import type { OperationResult } from '../operation/result.js';
import { asError } from '../partner/error.js';
import type { MediaTypes } from './negotiation.js';
import { printResponse } from './response.js';

export type PartType = NonNullable<MediaTypes['parts']>;

/** Milliseconds between two signs of life, which keep proxies from closing a silent stream. */
export const keepAliveMs = 12_000;

/** Milliseconds. A client that never reads would keep its last event in memory, even after its stream has completed. */
export const maxStallMs = 5 * keepAliveMs;

interface Framing {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly start: Buffer;
  /** A sign of life; undefined where there is none. */
  readonly keepAlive?: Buffer;
  readonly end: Buffer;
  readonly framePart: (part: OperationResult) => Buffer;
}

/**
 * The body of a response in parts: a stream of Node.js, as a web stream would cost several promises for each part. The next
 * part is taken when the client has read the one before; of a subscription it is by then the newest event.
 */
export class PartBody extends Readable {
  private isWaiting = false;
  private keepAlive: NodeJS.Timeout | undefined;

  /** @param started called before anything is read */
  constructor(
    private readonly parts: Iterator<OperationResult> | AsyncIterator<OperationResult>,
    private readonly framing: Framing,
    private readonly started: () => void = () => undefined,
  ) {
    // An event that is read ahead would be old when its time comes.
    super({ highWaterMark: 0 });
    this.push(framing.start);
  }

  override _read(): void {
    // A sign of life leads to a further call while the next part is still awaited.
    if (this.isWaiting) return;
    this.isWaiting = true;
    if (this.keepAlive === undefined) this.start();
    Promise.resolve(this.parts.next()).then(
      ({ done, value }) => {
        this.isWaiting = false;
        if (this.destroyed) return;
        this.push(done === true ? this.framing.end : this.framing.framePart(value));
        if (done === true) this.push(null);
      },
      (error: unknown) => this.destroy(asError(error)),
    );
  }

  /** Not sooner: the body of a client that has left already is never read, nor destroyed. */
  private start(): void {
    this.started();
    this.keepAlive = setInterval(() => {
      const { keepAlive } = this.framing;
      if (this.isWaiting && this.readableLength === 0 && keepAlive) this.push(keepAlive);
    }, keepAliveMs);
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearInterval(this.keepAlive);
    void this.parts.return?.();
    callback(error);
  }
}

/** Distinct connections of graphql-sse. */
const eventStream = {
  contentType: 'text/event-stream',
  // Some browsers report a response only after its first byte.
  start: Buffer.from(':\n\n'),
  keepAlive: Buffer.from(':\n\n'),
  end: Buffer.from('event: complete\ndata:\n\n'),
  framePart: frameOnce('event: next\ndata: ', '\n\n'),
};

const boundary = '\r\n--graphql';
const partHead = '\r\nContent-Type: application/json; charset=utf-8\r\n\r\n';

/** nginx would collect several kilobytes before it sends any. */
const unbuffered = { 'X-Accel-Buffering': 'no' };

/** For the events of subscriptions. */
export const liveFramings: Readonly<Record<PartType, Framing>> = {
  'text/event-stream': { ...eventStream, headers: unbuffered },
  // The protocol of Apollo's clients.
  'multipart/mixed': {
    // As Apollo Router writes it: some of its clients compare the parameters as text.
    contentType: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
    headers: unbuffered,
    start: Buffer.from(boundary),
    keepAlive: Buffer.from(`${partHead}{}${boundary}`),
    end: Buffer.from('--\r\n'),
    framePart: frameOnce(`${partHead}{"payload":`, `}${boundary}`),
  },
};

/** For incremental delivery, as Yoga frames it. */
export const incrementalFramings: Readonly<Record<PartType, Framing>> = {
  'text/event-stream': { ...eventStream, headers: { 'Content-Encoding': 'none' } },
  'multipart/mixed': {
    contentType: 'multipart/mixed; boundary="-"',
    headers: {},
    start: Buffer.from('\r\n---'),
    end: Buffer.from('--\r\n'),
    framePart(part) {
      const text = printResponse(part);
      const head = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}`;
      return Buffer.from(`\r\n${head}\r\n\r\n${text}\r\n---`);
    },
  },
};

/** All subscribers of an event write the same bytes. */
function frameOnce(before: string, after: string): Framing['framePart'] {
  return onceFor((part) => Buffer.from(before + printResponse(part) + after));
}
