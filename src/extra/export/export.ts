/** A list as a file (docs/clients.md, "A list as a file"). */
import { extend } from '../../base/extend.js';
import { inSlices, printLinesInSlices } from '../../base/print.js';
import { refusal } from '../../graphql/error.js';
import { slicesBody } from '../../http/body.js';
import { type Content, wholeContent } from '../../http/content.js';
import type { FileType, MediaTypes } from '../../http/negotiation.js';
import { type HttpResponse, toHttpResponse, typeHeaders } from '../../http/response.js';
import type { Run } from '../../operation/execute.js';
import type { Mode } from '../../operation/mode.js';
import type { FileRequest } from '../../operation/operation-request.js';
import {
  type FileResponse,
  largeBytesOf,
  type ListInResult,
  type OperationResponse,
  type WholeResponse,
} from '../../operation/result.js';
import { runPlain } from '../../operation/run-operation.js';
import type { Runtime } from '../../operation/runtime.js';
import { type ExportedList, findExportedList, memberOf } from './exported-list.js';

/** Runs the query of a client that accepts a file. */
export const exportMode = (runtime: Runtime): Mode => ({
  open(run) {
    const { file } = run.request;
    return file === undefined ? undefined : runForFile(runtime, run, file);
  },
});

/** A file is whole or there is none: the first error ends it. */
async function runForFile(
  runtime: Runtime,
  run: Run,
  file: FileRequest,
): Promise<OperationResponse> {
  const exported = findExportedList(run.query.variantFor(run.request.variables ?? {}), file);
  const errorBehavior = exported === undefined ? run.errorBehavior : 'HALT';
  const summary = extend(run.summary, { exportedPath: exported?.connection.path });
  const whole = await runPlain(runtime, extend(run, { errorBehavior, summary }));
  if (whole.kind !== 'whole') return whole;
  return { kind: 'file', whole, list: exported && listInResult(exported) };
}

const listInResult = (list: ExportedList): ListInResult => ({
  fieldName: list.connection.fieldName,
  path: list.connection.path,
  print(data, mediaType) {
    const rows = list.rowsOf(data);
    if (rows === undefined) return undefined;
    return mediaType === 'text/csv' ? inSlices(linesOf(rows, list)) : printLinesInSlices(rows);
  },
});

const extensions: Readonly<Record<FileType, string>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
};

/** Prints what a client gets that wants a file; undefined for any other. */
export function printFile(response: OperationResponse, types: MediaTypes): Content | undefined {
  const { file: type, whole = 'application/json' } = types;
  if (type === undefined) return undefined;
  if (response.kind === 'file') return wholeContent(toFileResponse(response, type, whole));
  // It was refused before it was known which list it has.
  return response.kind === 'whole'
    ? wholeContent(withCost(toRefusedResponse(response, undefined), response, whole))
    : undefined;
}

function toFileResponse(
  { whole: response, list }: FileResponse,
  type: FileType,
  jsonType: NonNullable<MediaTypes['whole']>,
): HttpResponse {
  const { result, http } = response;
  // The plan of an operation is no list.
  if (list === undefined || result.extensions?.upstream.plan !== undefined) {
    return toHttpResponse(response, jsonType);
  }
  const slices = result.errors === undefined ? list.print(result.data, type) : undefined;
  if (slices === undefined) {
    return withCost(toRefusedResponse(response, list), response, jsonType);
  }
  const headers = {
    'Content-Type': `${type}; charset=utf-8`,
    ...http?.headers,
    ...costOf(response),
    'Content-Disposition': `attachment; filename="${list.fieldName}.${extensions[type]}"`,
  };
  const bytes = largeBytesOf(result);
  const body = bytes === undefined ? [...slices].join('') : slicesBody(slices, bytes);
  return { status: 200, headers, body };
}

const costOf = ({ result }: WholeResponse) => ({
  'X-Upstream-Requests': String(result.extensions?.upstream.requests ?? 0),
});

/** JSON in place of a file says what it has cost in a header, as a file does. */
const withCost = (
  { status, headers, body }: HttpResponse,
  response: WholeResponse,
  jsonType: NonNullable<MediaTypes['whole']>,
): HttpResponse => ({
  status,
  headers: { ...headers, ...costOf(response), ...typeHeaders[jsonType] },
  body,
});

/** The JSON in place of a file, whose status says that there is none. */
function toRefusedResponse(response: WholeResponse, list: ListInResult | undefined): HttpResponse {
  const refused = toHttpResponse(refusedResponse(response, list), 'application/json');
  if (refused.status !== 200) return refused;
  const code = response.result.errors?.[0]?.extensions['code'];
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

/** Without data, and with an error where it had none. */
function refusedResponse(
  { result, http }: WholeResponse,
  list: ListInResult | undefined,
): WholeResponse {
  const { data, ...rest } = result;
  const missing = `No file can be made of the result: it has no ${list?.path ?? 'list'}, as the record above is of another type.`;
  const refused = {
    errors: [refusal(missing, 'BAD_USER_INPUT')],
    ...(data !== undefined && { data: null }),
    ...rest,
  };
  return { kind: 'whole', result: refused, http };
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
