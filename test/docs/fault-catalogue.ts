import { tableRows } from './markdown.js';

/** A row of the fault catalogue. */
export interface FaultRow {
  readonly id: string;
  readonly fault: string;
  readonly outcome: string;
  /** Files below `test` with a test that names the id. */
  readonly files: readonly string[];
}

/** The last cell of a row that no test names. */
export const unchecked = 'no check of this name';

export const readCatalogue = (document: string): readonly FaultRow[] =>
  tableRows(document)
    .filter(([id = '']) => /^[A-H]\d{1,2}$/.test(id))
    .map(([id = '', fault = '', outcome = '', checks = '']) => ({
      id,
      fault,
      outcome,
      files: checks === unchecked ? [] : checks.split(', '),
    }));

/** The document with the last cell of each row written from the tests. */
export function withFiles(document: string, filesByRow: ReadonlyMap<string, readonly string[]>): string {
  return document.replace(/^(\| ([A-H]\d{1,2}) +\|.*\|)[^|]*\|$/gm, (_row, before: string, id: string) => {
    const files = filesByRow.get(id);
    return `${before} ${files === undefined ? unchecked : files.join(', ')} |`;
  });
}
