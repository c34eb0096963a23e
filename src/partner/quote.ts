/** Characters of a value that a message repeats. */
const maxQuoteLength = 200;

/** A value as a message repeats it: as JSON of printable characters, cut to `length` characters. */
export const quote = (value: string, length = maxQuoteLength): string =>
  printable(JSON.stringify(cut(value, length)));

/**
 * Controls of terminals (C0, DEL, C1), other ends of lines, and what turns the direction of
 * writing, by which a text can show another order than it has (Unicode, "Bidirectional Algorithm").
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** One line as a terminal or a log can show it: what would control it is escaped as in JSON. */
export const printable = (text: string): string => text.replace(unprintable, escapeOf);

/** Several lines, ended by a line feed each. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

function escapeOf(character: string): string {
  const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** Characters of a message. Those that repeat no long value have far fewer. */
const maxMessageLength = 2000;

/** A message that is at most as long as a client can read. */
export const cutMessage = (message: string): string => cut(message, maxMessageLength);

/**
 * Characters of a statement that is shown whole: its words are more than 25, so a value has fewer
 * than 200.
 */
const maxStatementLength = 225;

/**
 * Characters of a longer statement that are shown, together `maxQuoteLength`: the words begin and
 * end it.
 */
const shownAtStart = 150;
const shownAtEnd = 50;

/**
 * A message of graphql-js with at most 200 characters of each value and each name in it. It repeats
 * them whole. Where a value ends, no pattern can tell: the keys of its objects may hold any text.
 *
 * @param reason the end of a message of two statements, of which each may repeat the value: what
 *   came, and what is wrong with it
 */
export function shortenMessage(message: string, reason = ''): string {
  // Names alone stand between these quotes, and the words around them may be many.
  if (message.startsWith('Fields "')) {
    return cutMessage(
      message
        .split('"')
        .map((part) => cut(part, maxQuoteLength))
        .join('"'),
    );
  }
  const start = message.endsWith(reason) ? message.length - reason.length : message.length;
  return shortenStatement(message.slice(0, start)) + shortenStatement(message.slice(start));
}

const shortenStatement = (text: string): string =>
  text.length <= maxStatementLength ? text : `${cut(text, shownAtStart)}${text.slice(-shownAtEnd)}`;
