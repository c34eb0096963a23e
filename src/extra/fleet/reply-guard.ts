import type { Redis } from 'ioredis';

/** Bytes of a line: errors have the longest ones, and all others are numbers and states. */
const maxLineBytes = 64 * 1024;

const lineFeed = 10;

/** A text of a length, or the count of what follows (RESP2 and RESP3). */
const announced = /^[$=!*%~>](\d+)/;

/**
 * Looks at the lengths that a connection to Redis names, before anything is kept of what follows: a
 * client of Redis collects a text however long it is, and a message cannot be asked for its length
 * first.
 */
export class ReplyGuard {
  /** Of the text that arrives. */
  private bytesLeft = 0;
  private line = '';

  /** @param maxLength bytes of one text, or entries of one list */
  constructor(private readonly maxLength: number) {}

  /**
   * Whether the reply stays within its bounds. It takes time for each line, and none for the bytes
   * of a text.
   */
  accepts(chunk: Buffer): boolean {
    let at = 0;
    while (at < chunk.length) {
      const skipped = Math.min(this.bytesLeft, chunk.length - at);
      this.bytesLeft -= skipped;
      at += skipped;
      if (at === chunk.length) return true;
      const end = chunk.indexOf(lineFeed, at);
      const lineEnd = end === -1 ? chunk.length : end;
      if (this.line.length + lineEnd - at > maxLineBytes) return false;
      this.line += chunk.toString('latin1', at, lineEnd);
      if (end === -1) return true;
      if (!this.takesLine()) return false;
      at = end + 1;
    }
    return true;
  }

  private takesLine(): boolean {
    const { line } = this;
    this.line = '';
    const length = Number(announced.exec(line)?.[1] ?? 0);
    if (length > this.maxLength) return false;
    const isText = '$=!'.includes(line.charAt(0));
    // A line break ends each text; a null has a length of -1, and nothing follows.
    if (isText && announced.test(line)) this.bytesLeft = length + 2;
    return true;
  }
}

/** Ends a connection at a reply that is too long. */
export function guardReplies(stream: Redis['stream'], maxLength: number): void {
  const guard = new ReplyGuard(maxLength);
  // Before the client reads it.
  stream.prependListener('data', (chunk: Buffer) => {
    if (!guard.accepts(chunk)) {
      stream.destroy(new Error(`Redis sent more than ${maxLength} bytes in one piece.`));
    }
  });
}
