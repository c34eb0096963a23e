import { median, printRows } from '../table.js';
import type { FindResult, FindWindow } from './measure.js';
import type { FindOperation } from './operation.js';

/** The measurements as a table in Markdown for each case, a row for each operation. */
export const printFind = (results: readonly FindResult[]): string =>
  results.map(printResult).join('\n');

function printResult(result: FindResult): string {
  const { case: each, credentials, mode, memory } = result;
  const rows = [each.base, ...each.compared].map((operation) => rowOf(result, operation));
  const head = [
    'operation',
    '× base',
    'CPU ms beyond',
    'CPU ms',
    'REST requests',
    'longest pause ms',
  ];
  const about = `${each.title}, ${credentials} credential(s), upstream ${mode}; ${memory.map((mb) => mb.toFixed(1)).join(' → ')} MB after garbage collection`;
  return `${about}:\n\n${printRows(head, rows)}`;
}

function rowOf({ case: each, windows }: FindResult, operation: FindOperation): readonly string[] {
  const own = windows.filter(isOf(operation));
  const base = windows.filter(isOf(each.base));
  const baseOf = ({ round }: FindWindow): number =>
    base.find((window) => window.round === round)?.cpuMs ?? NaN;
  const middle = (read: (window: FindWindow) => number): number => median(own.map(read));
  return [
    operation.title,
    middle((window) => window.cpuMs / baseOf(window)).toFixed(2),
    middle((window) => window.cpuMs - baseOf(window)).toFixed(1),
    middle(({ cpuMs }) => cpuMs).toFixed(1),
    middle(({ requests }) => requests).toFixed(1),
    middle(({ pauseMs }) => pauseMs).toFixed(0),
  ];
}

const isOf =
  ({ title }: FindOperation) =>
  ({ operation }: FindWindow): boolean =>
    operation.title === title;
