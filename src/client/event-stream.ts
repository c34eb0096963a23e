/** One event of a `text/event-stream`. */
export interface ServerSentEvent {
  /** `message` if the stream does not name it. */
  readonly event: string;
  /** Its data lines, joined by `\n`. */
  readonly data: string;
}

/**
 * Reads a `text/event-stream` that arrives in pieces, cut anywhere (WHATWG HTML, "Server-sent
 * events"). Comments, ids and retry times are skipped, and so is an event without a data line.
 *
 * @returns reads the next piece, and returns the events that it completes
 */
export function createEventReader(): (piece: string) => ServerSentEvent[] {
  let line = '';
  let endsInReturn = false;
  let event = 'message';
  let data: string[] = [];
  /** Takes the line, which is whole; an empty one ends an event. */
  const takeLine = (): ServerSentEvent[] => {
    if (line === '') {
      const events = data.length > 0 ? [{ event, data: data.join('\n') }] : [];
      event = 'message';
      data = [];
      return events;
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'event') event = value || 'message';
    if (name === 'data') data.push(value);
    return [];
  };
  return (piece) => {
    if (piece === '') return [];
    // A line end of two characters may be cut.
    const text = endsInReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    endsInReturn = piece.endsWith('\r');
    const [first = '', ...others] = text.split(/\r\n|\r|\n/);
    line += first;
    return others.flatMap((next) => {
      const events = takeLine();
      line = next;
      return events;
    });
  };
}
