import type { ServerResponse } from 'node:http';
import { setTimer } from '../base/timer.js';
import type { Settings } from '../config.js';
import type { Backlog, BacklogEntry } from '../operation/backlog.js';
import type { CutReason, Observer } from '../operation/observer.js';
import { asError } from '../partner/error.js';
import { type Body, type Piece, streamBody, textBody } from './body.js';
import type { OwnerOf, ResponseWriter } from './request-handler.js';

interface WriterOptions {
  readonly settings: Pick<Settings, 'STALL_TIMEOUT_MS'>;
  readonly backlog: Backlog;
  readonly observer: Pick<Observer, 'failed' | 'responseCut'>;
}

/** A response of the router, whose body the writer sends. */
interface Sent {
  readonly body: Body;
  readonly ownerOf: OwnerOf;
}

const sent = new WeakMap<Response, Sent>();

/**
 * A response whose body is still to be sent: by the writer under node:http, and as a web stream
 * anywhere else. Headers may be added until then.
 *
 * @param ownerOf without it, the body belongs to none
 */
export function respond(
  body: Body,
  init: ResponseInit,
  ownerOf: OwnerOf = () => undefined,
): Response {
  const response = new Response(null, init);
  if (body.contentLength !== undefined) {
    response.headers.set('Content-Length', String(body.contentLength));
  }
  sent.set(response, { body, ownerOf });
  return response;
}

/** Ends what is behind a response that is not sent: its client has left. */
export const discard = (response: Response): void => sent.get(response)?.body.close();

/**
 * Sends every response. It makes each piece when the client has taken those before it, ends a
 * response whose client takes nothing for STALL_TIMEOUT_MS, counts what waits in the backlog of the
 * process, and ends the operation behind a response that nobody reads on.
 */
export class Writer implements ResponseWriter {
  constructor(private readonly options: WriterOptions) {}

  /** Sends a response over node:http. @param response that of node:http, whose head is not sent */
  send(response: ServerResponse, answer: Response): void {
    const { body, ownerOf } = sentOf(answer);
    if (response.destroyed || response.writableEnded) {
      body?.close();
      return;
    }
    // Names and values in turn, as several cookies have one name.
    response.writeHead(answer.status, [...answer.headers].flat());
    // A head waits for its reader too.
    this.sendBody(response, body ?? noBody, ownerOf, answer.headers.get('x-request-id') ?? '');
  }

  /** Sends a body, once the head is written. */
  sendBody(response: ServerResponse, body: Body, ownerOf: OwnerOf, requestId: string): void {
    new Transmission(response, body, new Reading(this.options, body, ownerOf), (error) =>
      this.options.observer.failed(error, requestId),
    ).start();
  }

  /**
   * Sends the text of a response to its end, once the head is written: in one go, if it is short.
   */
  sendText(
    response: ServerResponse,
    text: string,
    beginning: Uint8Array | undefined,
    ownerOf: OwnerOf,
    requestId: string,
  ): void {
    const length = text.length + (beginning?.byteLength ?? 0);
    if (length > maxWholeLength) {
      this.sendBody(response, textBody(text, beginning), ownerOf, requestId);
      return;
    }
    if (beginning !== undefined) response.write(beginning);
    response.end(text);
    if (response.writableLength > 0) this.follow(response, length, ownerOf);
  }

  /** The response as any runtime reads it: its body is a web stream. */
  toWeb(answer: Response): Response {
    const found = sent.get(answer);
    if (found === undefined) return answer;
    const { status, headers } = answer;
    const { body, ownerOf } = found;
    return new Response(streamOf(body, new Reading(this.options, body, ownerOf)), {
      status,
      headers,
    });
  }

  /** Waits until the client has taken what is written. */
  private follow(response: ServerResponse, bytes: number, ownerOf: OwnerOf): void {
    const rest = { ...noBody, bytes };
    new Transmission(
      response,
      rest,
      new Reading(this.options, rest, ownerOf),
      () => undefined,
    ).follow();
  }
}

const noBody: Body = { bytes: 0, next: () => undefined, close: () => undefined };

/** What a request and its response take beside the body. */
const bytesPerResponse = 16 * 1024;

/** Characters and bytes of a text that is written in one go; the rest of it waits in the socket. */
const maxWholeLength = 256 * 1024;

function sentOf(answer: Response): { readonly body: Body | undefined; readonly ownerOf: OwnerOf } {
  const found = sent.get(answer);
  if (found !== undefined) return found;
  return {
    body: answer.body === null ? undefined : streamBody(answer.body),
    ownerOf: () => undefined,
  };
}

/** How a client reads one body: the time that it has for each piece, and what waits for it. */
class Reading {
  private timer: NodeJS.Timeout | undefined;
  private entry: BacklogEntry | undefined;
  /** Since when the client has not taken the last piece; undefined while it reads. */
  private waitsSince: number | undefined;
  private isOver = false;
  private onCut: () => void = () => undefined;
  /**
   * Whether a response before it on the same connection is not sent yet: then that one is what
   * stalls.
   */
  private isQueued: () => boolean = () => false;

  constructor(
    private readonly options: WriterOptions,
    private readonly body: Body,
    private readonly ownerOf: OwnerOf,
  ) {}

  /** @param cut breaks the response off */
  whenCut(cut: () => void, isQueued: () => boolean = () => false): void {
    this.onCut = cut;
    this.isQueued = isQueued;
  }

  /** The client has not taken the last piece yet. */
  waits(): void {
    if (this.isOver) return;
    this.waitsSince = performance.now();
    this.entry ??= this.options.backlog.open(this.ownerOf(), () => this.cut('memory'));
    this.entry.waits();
    this.entry.hold(this.body.bytes + bytesPerResponse);
    this.setTimer(this.options.settings.STALL_TIMEOUT_MS);
  }

  /** The client has taken the last piece. */
  moves(): void {
    this.waitsSince = undefined;
    this.entry?.moves();
  }

  /** The body is sent, or nobody reads on. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.entry?.close();
    this.body.close();
  }

  /** One timer for many pieces: it looks at the time itself. */
  private setTimer(milliseconds: number): void {
    if (this.isOver) return;
    this.timer ??= setTimer(milliseconds, () => {
      this.timer = undefined;
      if (this.waitsSince === undefined) return;
      const left = this.waitsSince + this.options.settings.STALL_TIMEOUT_MS - performance.now();
      if (left > 0) this.setTimer(left);
      else if (this.isQueued()) this.setTimer(this.options.settings.STALL_TIMEOUT_MS);
      else this.cut('stalled');
    });
  }

  private cut(reason: CutReason): void {
    if (this.isOver) return;
    this.options.observer.responseCut(reason);
    this.onCut();
    this.end();
  }
}

/** The sending of one body over node:http. */
class Transmission {
  private isOver = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly body: Body,
    private readonly reading: Reading,
    private readonly failed: (error: unknown) => void,
  ) {
    const { socket } = response.req;
    reading.whenCut(
      () => socket.destroy(),
      () => response.socket === null && !socket.destroyed,
    );
    // After its end too, and where its client leaves.
    response.once('close', () => {
      this.isOver = true;
      reading.end();
    });
  }

  start(): void {
    this.pump();
  }

  /** Waits for the end of what is written. */
  follow(): void {
    this.reading.waits();
  }

  private pump(): void {
    try {
      while (!this.isOver) {
        const next = this.body.next();
        if (next instanceof Promise) {
          next
            .then((piece) => {
              if (this.put(piece)) this.pump();
            })
            .catch((error: unknown) => this.fail(error));
          return;
        }
        if (!this.put(next)) return;
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** @returns whether the client takes more at once */
  private put(piece: Piece | undefined): boolean {
    const { response } = this;
    if (this.isOver) return false;
    if (piece === undefined) {
      response.end();
      if (!response.writableFinished) this.reading.waits();
      return false;
    }
    if (response.write(piece)) return true;
    this.reading.waits();
    response.once('drain', () => {
      this.reading.moves();
      this.pump();
    });
    return false;
  }

  /** The client learns from the broken response that it is not whole. */
  private fail(error: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.failed(asError(error));
    // Behind another response, it closes only after that one.
    this.reading.end();
    this.response.destroy();
  }
}

function streamOf(body: Body, reading: Reading): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        reading.whenCut(() =>
          controller.error(new Error('The client has not read the response in time.')),
        );
        reading.waits();
      },
      async pull(controller) {
        reading.moves();
        try {
          const piece = await body.next();
          if (piece === undefined) {
            reading.end();
            controller.close();
            return;
          }
          controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
          reading.waits();
        } catch (error) {
          reading.end();
          controller.error(error);
        }
      },
      cancel: () => reading.end(),
    },
    // The next piece is made when it is read.
    { highWaterMark: 0 },
  );
}
