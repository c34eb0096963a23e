/** Reads CSV by the grammar of RFC 4180, one character after the other; shares nothing with what writes it. */
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

/** A text as a spreadsheet may show it: nothing that it takes for a formula. */
export const guarded = (text: string): string => (/^[=+@\t\r-]/.test(text) ? `'${text}` : text);

function fail(what: string, at: number): never {
  throw new Error(`${what} at ${at}.`);
}
