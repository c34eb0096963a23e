import { parseArgs, type ParseArgsConfig } from 'node:util';

type OptionConfig = Omit<ParseArgsConfig, 'args'>;

/** What a command that only reports has printed. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

export const printed = (stdout: string): CommandResult => ({ exitCode: 0, stdout, stderr: '' });

export function printResult({ exitCode, stdout, stderr }: CommandResult): void {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
}

/** What a command cannot use: its line, a file, a document. The message is one line for the person who typed it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** @throws CommandError for an unknown option, or one without its value */
export function parseOptions<const Config extends OptionConfig>(
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
export function reasonOf(error: unknown): string {
  const [reason] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
  return reason ?? 'Unreadable arguments';
}
