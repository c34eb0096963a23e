import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { helpText, type SettingDefaults } from './help.js';

/** What the command says in place of starting the façade. */
export interface Saying {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

/** What runs beside the server, by the first word of the command line. */
const commandNames = ['simulator', 'contract'] as const;

/** A command line that names what to run. */
export interface NamedCommand {
  readonly name: (typeof commandNames)[number];
  /** What follows the name. */
  readonly args: readonly string[];
}

/**
 * What a command line asks for; undefined for an empty one, which starts the façade.
 *
 * @param args without the runtime and the script
 * @returns a command to run; or what to say: the help, the version, or one line about what cannot be understood
 */
export function readCommandLine(
  args: readonly string[],
  defaults: SettingDefaults,
): NamedCommand | Saying | undefined {
  const [first = '-', ...others] = args;
  const name = commandNames.find((each) => each === first);
  if (name !== undefined) return { name, args: others };
  if (!first.startsWith('-')) return refuse(`${JSON.stringify(first.slice(0, 200))} is not a command`);
  const read = parse(args);
  if ('fault' in read) return refuse(read.fault);
  if (read.help === true) return { text: helpText(defaults, versionOfPackage()), exitCode: 0 };
  if (read.version === true) return { text: `${versionOfPackage()}\n`, exitCode: 0 };
  return undefined;
}

const refuse = (fault: string): Saying => ({
  text: `partner-graphql: ${fault}; --help lists commands and options.\n`,
  exitCode: 1,
});

/** Says it where it belongs, and lets the process end with its code. */
export function say({ text, exitCode }: Saying): void {
  (exitCode === 0 ? process.stdout : process.stderr).write(text);
  process.exitCode = exitCode;
}

function parse(args: readonly string[]) {
  const options = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    // Beyond its first sentence parseArgs explains how positional arguments are written: there are none here.
    const [reason] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    return { fault: reason ?? 'unreadable arguments' };
  }
}

/** The package's manifest lies two folders above this file, in the clone and where the package is installed. */
function versionOfPackage(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  // npm publishes no manifest without a version.
  return (JSON.parse(text) as { readonly version: string }).version;
}
