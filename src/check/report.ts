import type { OperationReport } from './check.js';
import type { Problem } from './problem.js';

/** What all files need together. */
export interface Report {
  /** Those of the credential to create, sorted. */
  readonly scopes: readonly string[];
  readonly operations: readonly OperationReport[];
  /** Those that belong to no operation. */
  readonly problems: readonly Problem[];
}

/** The report as lines for a person. */
export function printReport({ scopes, operations, problems }: Report): string {
  const credential =
    scopes.length === 0 ? 'any credential will do' : `create a credential with ${scopes.join(', ')}`;
  return [
    ...operations.flatMap(operationLines),
    ...problems.map(problemLine),
    `${operations.length} operation${operations.length === 1 ? '' : 's'}: ${credential}`,
    '',
  ].join('\n');
}

const operationLines = ({ name, file, line, scopes, requests, problems }: OperationReport): string[] => [
  `${file}:${line} ${name ?? '(anonymous)'}: at most ${requests} REST request${requests === 1 ? '' : 's'}; scopes: ${scopes.join(', ') || 'none'}`,
  ...problems.map((problem) => `  ${problemLine(problem)}`),
];

const problemLine = ({ kind, file, line, column, message }: Problem): string =>
  `${file}:${line}:${column} ${kind}: ${message}`;
