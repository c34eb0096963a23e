/** The parts of an incremental delivery: each has headers, a blank line, and one JSON object. */
export const partsOf = (text: string): unknown[] =>
  text
    .split(/\r\n---(?:--)?/)
    .map((part) => part.slice(part.indexOf('\r\n\r\n') + 4))
    .filter((part) => part.startsWith('{'))
    .map((part) => JSON.parse(part) as unknown);
