import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { helpText, type SettingDefaults } from './help.js';

/** What the command says in place of starting the façade. */
export interface Saying {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

/**
 * What a command line asks to be told; undefined for an empty one, which starts the façade.
 *
 * @param args without the runtime and the script
 * @returns the help, the version, or one line about what cannot be understood
 */
export function answerArguments(args: readonly string[], defaults: SettingDefaults): Saying | undefined {
  const read = parse(args);
  if ('fault' in read)
    return { text: `partner-graphql: ${read.fault}; --help tells what there is.\n`, exitCode: 1 };
  if (read.help === true) return { text: helpText(defaults, versionOfPackage()), exitCode: 0 };
  if (read.version === true) return { text: `${versionOfPackage()}\n`, exitCode: 0 };
  return undefined;
}

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
