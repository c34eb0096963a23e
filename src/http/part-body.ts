import { onceFor } from '../base/once.js';
import { inTurns } from '../base/print.js';
import { setTimer } from '../base/timer.js';
import { largeBytesOf, type OperationResult } from '../operation/result.js';
import type { Body, Piece } from './body.js';
import type { MediaTypes } from './negotiation.js';
import { printResponse, printResponseInSlices } from './response.js';

export type PartType = NonNullable<MediaTypes['parts']>;

/** Milliseconds between two signs of life, which keep proxies from closing a silent stream. */
export const keepAliveMs = 12_000;

export interface Framing {
  readonly contentType: string;
  readonly start: Buffer;
  /** A sign of life; undefined where there is none. */
  readonly keepAlive?: Buffer;
  readonly end: Buffer;
  /** What is around the text of a part. @param bytes of that text; 0 unless `saysLength` */
  readonly around: (bytes: number) => readonly [before: string, after: string];
  /** Whether it says before each part how many bytes that has. */
  readonly saysLength: boolean;
  /**
   * A part that is printed in one go, with what is around it: all subscribers of an event write the
   * same bytes.
   */
  readonly framed: (part: OperationResult) => Buffer;
}

type Parts = Iterator<OperationResult> | AsyncIterator<OperationResult>;

/**
 * The body of a response in parts. The next part is taken when the client has read the one before:
 * of a subscription it is by then the newest event. Where it takes long, a sign of life is sent to
 * a client that reads.
 */
export class PartBody implements Body {
  private hasStarted = false;
  private hasEnded = false;
  private coming: Promise<IteratorResult<OperationResult, unknown>> | undefined;
  /** The rest of a large part. */
  private pieces: AsyncIterator<Piece, undefined> | undefined;
  private size = 0;
  private keepAlive: NodeJS.Timeout | undefined;

  constructor(
    private readonly parts: Parts,
    private readonly framing: Framing,
  ) {}

  /** Of the part that is being sent. */
  get bytes(): number {
    return this.size;
  }

  next(): Piece | undefined | Promise<Piece | undefined> {
    if (!this.hasStarted) {
      this.hasStarted = true;
      return this.framing.start;
    }
    if (this.hasEnded) return undefined;
    return this.pieces === undefined ? this.nextPart() : this.nextPiece(this.pieces);
  }

  close(): void {
    clearTimeout(this.keepAlive);
    // Not its promise: whoever makes the parts may be in the middle of one.
    void this.parts.return?.();
  }

  private async nextPiece(pieces: AsyncIterator<Piece, undefined>): Promise<Piece | undefined> {
    const { done, value } = await pieces.next();
    if (done !== true) return value;
    this.pieces = undefined;
    return this.nextPart();
  }

  /**
   * Resolves with the next part, or sooner with a sign of life: the part then comes with a later
   * call.
   */
  private nextPart(): Promise<Piece | undefined> {
    this.coming ??= Promise.resolve(this.parts.next());
    const coming = this.coming;
    const { keepAlive } = this.framing;
    return new Promise((resolve, reject) => {
      let isAnswered = false;
      if (keepAlive !== undefined) {
        this.keepAlive = setTimer(keepAliveMs, () => {
          isAnswered = true;
          resolve(keepAlive);
        });
      }
      coming.then((next) => {
        clearTimeout(this.keepAlive);
        if (isAnswered) return;
        this.coming = undefined;
        resolve(next.done === true ? this.end() : this.begin(next.value));
      }, reject);
    });
  }

  private begin(part: OperationResult): Piece | Promise<Piece | undefined> {
    const large = largeBytesOf(part);
    if (large === undefined) {
      const framed = this.framing.framed(part);
      this.size = framed.byteLength;
      return framed;
    }
    this.size = large;
    this.pieces = piecesOf(part, this.framing);
    return this.nextPiece(this.pieces);
  }

  private end(): Piece {
    this.hasEnded = true;
    this.size = 0;
    return this.framing.end;
  }
}

/** The pieces of a large part, each printed in a turn of its own. */
async function* piecesOf(
  part: OperationResult,
  { around, saysLength }: Framing,
): AsyncGenerator<string, undefined, void> {
  let bytes = 0;
  // Printed twice: to keep the text would take as much memory again.
  if (saysLength) {
    for await (const slice of inTurns(printResponseInSlices(part))) {
      bytes += Buffer.byteLength(slice);
    }
  }
  const [before, after] = around(bytes);
  yield before;
  yield* inTurns(printResponseInSlices(part));
  yield after;
  return undefined;
}

/** @param around as in `Framing` */
export const partsAround = (around: Framing['around']) => framedBy({ around, saysLength: false });

/** How a part is framed whole, by how its text is. */
const framedBy = ({ around, saysLength }: Pick<Framing, 'around' | 'saysLength'>) => ({
  around,
  saysLength,
  framed: onceFor((part: OperationResult) => {
    const text = printResponse(part);
    const [before, after] = around(saysLength ? Buffer.byteLength(text) : 0);
    return Buffer.from(before + text + after);
  }),
});

/**
 * By them a proxy passes each part on when it comes. `docs/operation.md` has the proxies that were
 * tried.
 */
export const streamHeaders: Readonly<Record<string, string>> = {
  // nginx would collect several kilobytes before it sends any.
  'X-Accel-Buffering': 'no',
  // Caddy, HAProxy, Varnish and Express compress no response that has a coding; each of them would
  // keep a part, or the end of one, until more comes. Not `identity`: Apache and Express compress
  // that. Clients ignore a coding that they do not know.
  'Content-Encoding': 'none',
};

/** Distinct connections of graphql-sse. */
export const eventStream = {
  contentType: 'text/event-stream',
  // Some browsers report a response only after its first byte.
  start: Buffer.from(':\n\n'),
  keepAlive: Buffer.from(':\n\n'),
  end: Buffer.from('event: complete\ndata:\n\n'),
  ...partsAround(() => ['event: next\ndata: ', '\n\n']),
};

/** For incremental delivery, as Yoga frames it. */
export const incrementalFramings = {
  'text/event-stream': eventStream,
  'multipart/mixed': {
    contentType: 'multipart/mixed; boundary="-"',
    start: Buffer.from('\r\n---'),
    end: Buffer.from('--\r\n'),
    ...framedBy({
      around(bytes) {
        const head = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${bytes}`;
        return [`\r\n${head}\r\n\r\n`, '\r\n---'];
      },
      saysLength: true,
    }),
  },
} satisfies Record<PartType, Framing>;
