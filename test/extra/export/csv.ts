/**
 * Reads CSV by the grammar of RFC 4180, one character after the other; shares nothing with what
 * writes it.
 */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let at = 0;
  const quoted = (): string => {
    let cell = '';
    for (at += 1; ; at += 1) {
      if (at >= text.length) fail('A quote is not closed', at);
      else if (text[at] !== '"') cell += text.charAt(at);
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else break;
    }
    at += 1;
    return cell;
  };
  const plain = (): string => {
    const start = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
      if (text[at] === '"' || text[at] === '\n') fail('A character has to be quoted', at);
      at += 1;
    }
    return text.slice(start, at);
  };
  while (at < text.length) {
    const line: string[] = [];
    for (;;) {
      line.push(text[at] === '"' ? quoted() : plain());
      if (text[at] !== ',') break;
      at += 1;
    }
    if (text.slice(at, at + 2) !== '\r\n') fail('A line does not end with CRLF', at);
    at += 2;
    if (line.join() === '' && text.slice(at - 4, at - 2) === '\r\n') fail('A line is empty', at);
    lines.push(line);
  }
  return lines;
}

/**
 * Reads CSV as spreadsheets do with a separator of their own: a quote that does not begin a cell is
 * a character like others, and what follows a closed quote belongs to the cell.
 */
export function readLoosely(text: string, separator: string): string[][] {
  const lines: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  let isNew = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const isEnd =
      !isQuoted && (character === separator || character === '\r' || character === '\n');
    if (isEnd) {
      lines.at(-1)?.push(cell);
      cell = '';
      if (character !== separator) lines.push([]);
    } else if (character === '"' && (isNew || isQuoted)) {
      const isEscaped = isQuoted && text[at + 1] === '"';
      if (isEscaped) {
        cell += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else cell += character;
    isNew = isEnd;
  }
  return lines;
}

const signs = '=+-@＝＋－＠';

/** White space and controls, as spreadsheets skip them. */
const isSkipped = (character: string): boolean =>
  character < ' ' ||
  (character >= '\x7f' && character <= '\xa0') ||
  ' \u3000\ufeff'.includes(character);

/** Whether a spreadsheet takes the text of a cell for a formula. */
export function isFormula(text: string): boolean {
  const first = Array.from(text).find((character) => !isSkipped(character));
  return first !== undefined && signs.includes(first);
}

/**
 * A text as a spreadsheet may show it: nothing that it takes for a formula, also where `;`
 * separates.
 */
export function guarded(text: string): string {
  let shown = '';
  let mayBegin = false;
  const beginsCell = isFormula(text) || ['\t', '\r', '\n'].includes(text.charAt(0));
  // Its own first sign is behind the mark.
  let isMarked = beginsCell;
  for (const character of text) {
    const isSign = signs.includes(character);
    if (mayBegin && isSign && !isMarked) shown += "'";
    shown += character;
    if (isSign || (!isSkipped(character) && !'\r\n'.includes(character))) isMarked = false;
    if (';\r\n'.includes(character)) mayBegin = true;
    else if (!isSkipped(character) && character !== '"') mayBegin = false;
  }
  return beginsCell ? `'${shown}` : shown;
}

function fail(what: string, at: number): never {
  throw new Error(`${what} at ${at}.`);
}
