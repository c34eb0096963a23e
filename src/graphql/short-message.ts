import { cut, maxQuoteLength } from '../partner/quote.js';

/** Characters of a message. The words of graphql-js around several values are far fewer. */
const maxMessageLength = 2000;

/** Text between quotes; a quote inside has a backslash before it. */
const quoted = /"(?:[^"\\]|\\.)*"/gs;

/** A message that repeats only the beginning of each long value. */
export function shortenMessage(message: string): string {
  if (message.length <= maxQuoteLength) return message;
  const text = message.replace(quoted, (value) =>
    value.length <= maxQuoteLength + 2 ? value : `${cut(value.slice(0, -1), maxQuoteLength)}"`,
  );
  return cut(text, maxMessageLength);
}
