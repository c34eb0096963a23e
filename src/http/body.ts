import { inTurns, sliceLength } from '../base/print.js';

/** Text, or its bytes in UTF-8. */
export type Piece = string | Uint8Array;

/**
 * What a response sends, in pieces of some 64 KB, each made when the reader has taken those before
 * it.
 */
export interface Body {
  /**
   * Of the whole, where that is known before the first piece; undefined for one that is printed as
   * it is read.
   */
  readonly contentLength?: number | undefined;
  /** Bytes that it alone holds in memory until it is read. */
  readonly bytes: number;
  /**
   * @returns the next piece, which may take a while; undefined at the end. Throws or rejects where
   *   it breaks off
   */
  next(): Piece | undefined | Promise<Piece | undefined>;
  /** Ends what is behind it. To be called once, after the end too: nobody reads on. */
  close(): void;
}

const nothingBehind = (): void => undefined;

/** Bytes that several responses may share. */
export function bytesBody(bytes: Uint8Array): Body {
  let sent = 0;
  return {
    contentLength: bytes.byteLength,
    // Whoever made them keeps them anyway.
    bytes: 0,
    next() {
      if (sent >= bytes.byteLength) return undefined;
      const piece = bytes.subarray(sent, sent + sliceLength);
      sent += piece.byteLength;
      return piece;
    },
    close: nothingBehind,
  };
}

/** @param beginning bytes before the text, which several responses may share */
export function textBody(text: string, beginning?: Uint8Array): Body {
  const contentLength = (beginning?.byteLength ?? 0) + Buffer.byteLength(text);
  let first = beginning && bytesBody(beginning);
  let sent = 0;
  return {
    contentLength,
    bytes: contentLength,
    next() {
      const piece = first?.next();
      if (piece !== undefined) return piece;
      first = undefined;
      if (sent >= text.length) return undefined;
      const end = pieceEnd(text, sent + sliceLength);
      const slice = text.slice(sent, end);
      sent = end;
      return slice;
    },
    close: nothingBehind,
  };
}

/** Both halves of a character outside of the basic plane go with the piece after. */
function pieceEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const isHalf = (text.charCodeAt(end - 1) & 0xfc_00) === 0xd8_00;
  return isHalf ? end - 1 : end;
}

/** Slices of a text, each printed in a turn of its own. @param bytes of all of them */
export function slicesBody(slices: Iterable<string>, bytes: number): Body {
  const iterator = inTurns(slices);
  return {
    bytes,
    next: async () => (await iterator.next()).value ?? undefined,
    close: nothingBehind,
  };
}

/** The body of a response that a package has made. */
export function streamBody(stream: ReadableStream<Uint8Array>): Body {
  const reader = stream.getReader();
  let chunk: Body | undefined;
  let bytes = 0;
  return {
    // A package makes a whole response one chunk.
    get bytes() {
      return bytes;
    },
    async next() {
      for (;;) {
        const piece = await chunk?.next();
        if (piece !== undefined) return piece;
        const { done, value } = await reader.read();
        if (done) return undefined;
        bytes = value.byteLength;
        chunk = bytesBody(value);
      }
    },
    close() {
      // Nobody waits for it, and nothing can be done where it fails.
      reader.cancel().catch(nothingBehind);
    },
  };
}
