import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCheck, type CheckReport } from '../../../src/command/check/command.js';
import { openFolder } from '../../rig/open.js';

/** Writes files into a folder of the test, and returns their paths. */
export function write(files: Readonly<Record<string, string>>): string[] {
  const folder = openFolder();
  return Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
}

/** Without the folder. */
const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** Runs the command over files, and returns what it prints as JSON. */
export function check(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  environment = {},
) {
  const { stdout, ...result } = runCheck([...write(files), '--json', ...args], environment);
  // As `--json` prints it.
  const report = JSON.parse(stdout) as CheckReport;
  const problemsOf = ({ problems }: Pick<CheckReport, 'problems'>) =>
    problems.map(
      ({ kind, file, line, column, message }) =>
        `${nameOf(file)}:${line}:${column} ${kind} ${message}`,
    );
  return {
    ...result,
    report,
    operations: report.operations.map(({ name, scopes, requests }) => [name, scopes, requests]),
    problems: [...report.operations.flatMap(problemsOf), ...problemsOf(report)],
  };
}
