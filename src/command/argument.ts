import { parseArgs } from 'node:util';
import { versionOfPackage } from '../version.js';
import { helpText } from './help.js';
import { type CommandResult, printed, reasonOf } from './subcommand.js';

const commandNames = ['simulator', 'contract', 'check'] as const;

export interface NamedCommand {
  readonly name: (typeof commandNames)[number];
  readonly args: readonly string[];
}

/** @returns a command to run, or what to print; undefined for an empty command line, which starts the façade */
export function readCommandLine(args: readonly string[]): NamedCommand | CommandResult | undefined {
  const [first = '-', ...others] = args;
  const name = commandNames.find((each) => each === first);
  if (name !== undefined) return { name, args: others };
  if (!first.startsWith('-')) return wrongUse(`${JSON.stringify(first.slice(0, 200))} is not a command`);
  try {
    const { values } = parseArgs({ args: [...args], options: startOptions });
    if (values.help === true) return printed(helpText(versionOfPackage()));
    return values.version === true ? printed(`${versionOfPackage()}\n`) : undefined;
  } catch (error) {
    return wrongUse(reasonOf(error));
  }
}

const startOptions = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const wrongUse = (fault: string): CommandResult => ({
  exitCode: 1,
  stdout: '',
  stderr: `partner-graphql: ${fault}; --help lists commands and options.\n`,
});
