import { refusal } from '../../graphql/error.js';
import { type ExportedList, memberOf } from './exported-list.js';
import { largeBytesOf, type OperationResult } from '../../operation/result.js';
import { slicesBody } from '../../http/body.js';
import type { FileType, MediaTypes } from '../../http/negotiation.js';
import { inSlices, printLinesInSlices } from '../../base/print.js';
import { type HttpResponse, toHttpResponse, typeHeaders } from '../../http/response.js';

/** A file in slices of whole or partial lines, each line with its line break. */
const formats = {
  'text/csv': {
    extension: 'csv',
    slices: (rows: readonly unknown[], list: ExportedList) => inSlices(linesOf(rows, list)),
  },
  'application/x-ndjson': {
    extension: 'ndjson',
    slices: printLinesInSlices,
  },
};

/**
 * The list of a result as a file. A file is whole or there is none: an error gives JSON without
 * data.
 */
export function toFileResponse(
  { file, ...result }: OperationResult,
  type: FileType,
  whole: MediaTypes['whole'] = 'application/json',
): HttpResponse {
  const upstream = result.extensions?.upstream;
  // The plan of an operation is no list.
  if (file === 'json' || upstream?.plan !== undefined) return toHttpResponse(result, whole);
  const cost = { 'X-Upstream-Requests': String(upstream?.requests ?? 0) };
  const rows = result.errors === undefined ? file?.rowsOf(result.data) : undefined;
  if (file === undefined || rows === undefined) {
    const { status, headers, body } = toRefusedResponse(result, file);
    return { status, headers: { ...headers, ...cost, ...typeHeaders[whole] }, body };
  }
  const format = formats[type];
  const headers = {
    'Content-Type': `${type}; charset=utf-8`,
    ...result.http?.headers,
    ...cost,
    'Content-Disposition': `attachment; filename="${file.connection.fieldName}.${format.extension}"`,
  };
  const slices = format.slices(rows, file);
  const bytes = largeBytesOf(result);
  const body = bytes === undefined ? [...slices].join('') : slicesBody(slices, bytes);
  return { status: 200, headers, body };
}

/** The JSON in place of a file, whose status says that there is none. */
function toRefusedResponse(result: OperationResult, list: ExportedList | undefined): HttpResponse {
  const refused = toHttpResponse(refusedResult(result, list), 'application/json');
  if (refused.status !== 200) return refused;
  const code = result.errors?.[0]?.extensions['code'];
  return { ...refused, status: statuses[String(code)] ?? 400 };
}

/** The status of a failure by its code, where that is not 400 and its error names no other. */
const statuses: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  UPSTREAM_UNAVAILABLE: 502,
  UPSTREAM_TIMEOUT: 502,
  UPSTREAM_INVALID_RESPONSE: 502,
  INTERNAL_SERVER_ERROR: 500,
};

function refusedResult(
  { data, ...rest }: OperationResult,
  list: ExportedList | undefined,
): OperationResult {
  const missing = `No file can be made of the result: it has no ${list?.connection.path ?? 'list'}, as the record above is of another type.`;
  return {
    errors: [refusal(missing, 'BAD_USER_INPUT')],
    ...(data !== undefined && { data: null }),
    ...rest,
  };
}

function* linesOf(
  rows: readonly unknown[],
  { columns }: ExportedList,
): Generator<string, void, void> {
  yield printLine(columns.map(({ keys }) => keys.join('.')));
  for (const row of rows) {
    yield printLine(
      columns.map(({ keys, isFloat }) => printCell(keys.reduce<unknown>(memberOf, row), isFloat)),
    );
  }
}

/** A line of CSV (RFC 4180). A single empty cell is quoted: some readers drop an empty line. */
function printLine(cells: readonly string[]): string {
  const isSingleEmpty = cells.length === 1 && cells[0] === '';
  return `${isSingleEmpty ? '""' : cells.join(',')}\r\n`;
}

/** Begins a formula; the wide forms do so in spreadsheets that are set to Japanese or Chinese. */
const sign = String.raw`[=+\-@＝＋－＠]`;

/** What a reader may skip before a sign: many trim white space, and LibreOffice drops NUL. */
const skipped = String.raw`\p{Cc}\p{Zs}\ufeff`;

const formulaStart = new RegExp(`^[${skipped}]*${sign}`, 'u');

/**
 * Where `;` separates, quotes within a line mean nothing: a cell begins after each `;`, a row after
 * each line break. The run takes all of them, so that none is looked at twice.
 */
const partStart = new RegExp(String.raw`([;\r\n][;"${skipped}]*)(${sign}?)`, 'gu');

function printCell(value: unknown, isFloat: boolean): string {
  if (value == null) return '';
  if (typeof value !== 'string') return isFloat ? printFloat(value) : JSON.stringify(value);
  const text = guard(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Programs read a column whose first rows are whole numbers as one of whole numbers, and round what
 * follows.
 */
function printFloat(value: unknown): string {
  const text = JSON.stringify(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/**
 * The text with a `'` before whatever a spreadsheet would take for a formula, or for the end of its
 * cell.
 */
function guard(text: string): string {
  const [formula = ''] = formulaStart.exec(text) ?? [];
  const rest = text
    .slice(formula.length)
    .replace(partStart, (run, before: string, found: string) =>
      found === '' ? run : `${before}'${found}`,
    );
  return formula === '' && !/^[\t\r\n]/.test(text) ? rest : `'${formula}${rest}`;
}
