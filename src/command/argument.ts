import { parseArgs } from 'node:util';
import { versionOfPackage } from '../version.js';
import { helpText } from './help.js';
import { reasonOf } from './subcommand.js';

/** A text that the command prints instead of starting the façade. */
export interface Output {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

/** The commands beside the server: the first word of the command line. */
const commandNames = ['simulator', 'contract', 'check'] as const;

/** A command line that names a command. */
export interface NamedCommand {
  readonly name: (typeof commandNames)[number];
  readonly args: readonly string[];
}

/**
 * Reads a command line.
 *
 * @param args without the runtime and the script
 * @returns a command to run; or what to print: the help, the version, or one line about an error; undefined for an empty
 *   command line, which starts the façade
 */
export function readCommandLine(args: readonly string[]): NamedCommand | Output | undefined {
  const [first = '-', ...others] = args;
  const name = commandNames.find((each) => each === first);
  if (name !== undefined) return { name, args: others };
  if (!first.startsWith('-')) return wrongUse(`${JSON.stringify(first.slice(0, 200))} is not a command`);
  try {
    const { values } = parseArgs({ args: [...args], options: startOptions });
    if (values.help === true) return { text: helpText(versionOfPackage()), exitCode: 0 };
    return values.version === true ? { text: `${versionOfPackage()}\n`, exitCode: 0 } : undefined;
  } catch (error) {
    return wrongUse(reasonOf(error));
  }
}

const startOptions = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const wrongUse = (fault: string): Output => ({
  text: `partner-graphql: ${fault}; --help lists commands and options.\n`,
  exitCode: 1,
});

/** Prints help to standard output and an error to standard error, and sets the exit code. */
export function printOutput({ text, exitCode }: Output): void {
  (exitCode === 0 ? process.stdout : process.stderr).write(text);
  process.exitCode = exitCode;
}
