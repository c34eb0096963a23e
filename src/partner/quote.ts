/** Characters of a value that a message repeats. */
const maxQuoteLength = 200;

/** A value as a message repeats it: as JSON, cut to `length` characters. */
export const quote = (value: string, length = maxQuoteLength): string => JSON.stringify(cut(value, length));

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** Characters of a message. Those that repeat no long value have far fewer. */
const maxMessageLength = 2000;

/** A message that is at most as long as a client can read. */
export const cutMessage = (message: string): string => cut(message, maxMessageLength);

/** Characters of a statement that is shown whole: its words are more than 25, so a value has fewer than 200. */
const maxStatementLength = 225;

/** Characters of a longer statement that are shown, together `maxQuoteLength`: the words begin and end it. */
const shownAtStart = 150;
const shownAtEnd = 50;

/**
 * A message of graphql-js with at most 200 characters of each value and each name in it. It repeats them whole. Where a value
 * ends, no pattern can tell: the keys of its objects may hold any text.
 *
 * @param reason the end of a message of two statements, of which each may repeat the value: what came, and what is wrong with it
 */
export function shortenMessage(message: string, reason = ''): string {
  // Names alone stand between these quotes, and the words around them may be many.
  if (message.startsWith('Fields "'))
    return cutMessage(
      message
        .split('"')
        .map((part) => cut(part, maxQuoteLength))
        .join('"'),
    );
  const start = message.endsWith(reason) ? message.length - reason.length : message.length;
  return shortenStatement(message.slice(0, start)) + shortenStatement(message.slice(start));
}

const shortenStatement = (text: string): string =>
  text.length <= maxStatementLength ? text : `${cut(text, shownAtStart)}${text.slice(-shownAtEnd)}`;
