import { parseArgs, type ParseArgsConfig } from 'node:util';
import { versionOfPackage } from '../version.js';
import { helpText } from './help.js';

/** What a command that only reports has printed. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

const commandNames = ['simulator', 'contract', 'check'] as const;

interface NamedCommand {
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

export const printed = (stdout: string): CommandResult => ({ exitCode: 0, stdout, stderr: '' });

/** What a command cannot use: its line, a file, a document. The message is one line for the person who typed it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** @throws CommandError for an unknown option, or one without its value */
export function parseOptions<const Config extends Omit<ParseArgsConfig, 'args'>>(
  args: readonly string[],
  config: Config,
): ReturnType<typeof parseArgs<Config & { args: string[] }>> {
  try {
    return parseArgs({ ...config, args: [...args] });
  } catch (error) {
    throw new CommandError(`${reasonOf(error)}; --help lists the options`);
  }
}

/** What parseArgs says for a person: its first sentence. */
function reasonOf(error: unknown): string {
  const [reason] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
  return reason ?? 'Unreadable arguments';
}
