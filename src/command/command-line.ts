import { parseArgs, type ParseArgsConfig } from 'node:util';
import { printable, quote } from '../partner/quote.js';
import { type DescribedSetting, describedSettings } from '../setting.js';
import { versionOfPackage } from '../version.js';

/** What a command that only reports has printed. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

const commandNames = ['simulator', 'contract', 'check'] as const;

export interface NamedCommand {
  readonly name: (typeof commandNames)[number];
  readonly args: readonly string[];
}

/**
 * @returns a command to run, or what to print; undefined for an empty command line, which starts
 *   the façade
 */
export function readCommandLine(args: readonly string[]): NamedCommand | CommandResult | undefined {
  const [first = '-', ...others] = args;
  const name = commandNames.find((each) => each === first);
  if (name !== undefined) return { name, args: others };
  if (!first.startsWith('-')) return wrongUse(`${quote(first)} is not a command`);
  try {
    const { values } = parseArgs({ args: [...args], options: startOptions });
    if (values.help === true) return printed(helpText());
    return values.version === true ? printed(`${versionOfPackage()}\n`) : undefined;
  } catch (error) {
    return wrongUse(firstSentenceOf(error));
  }
}

const startOptions = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const wrongUse = (fault: string): CommandResult => ({
  exitCode: 1,
  stdout: '',
  stderr: `partner-graphql: ${printable(fault)}; --help lists commands and options.\n`,
});

export const printed = (stdout: string): CommandResult => ({ exitCode: 0, stdout, stderr: '' });

/**
 * What a command cannot use: its line, a file, a document. The message is one line for the person
 * who typed it.
 */
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
    throw new CommandError(`${firstSentenceOf(error)}; --help lists the options`);
  }
}

/** What parseArgs says for a person. */
function firstSentenceOf(error: unknown): string {
  const [reason] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
  return reason ?? 'Unreadable arguments';
}

function helpText(): string {
  const width = Math.max(...describedSettings.map(({ name }) => name.length));
  const settings = describedSettings.flatMap((setting) =>
    wrap(plainText(setting)).map((line, index) => {
      const name = index === 0 ? setting.name : '';
      return `  ${name.padEnd(width)}  ${line}`;
    }),
  );
  return [
    `partner-graphql ${versionOfPackage()}: a GraphQL façade over the read-only Partner API v1.`,
    '',
    'Usage: partner-graphql [--help | --version]',
    '       partner-graphql simulator [options]',
    '       partner-graphql contract URL|FILE [options]',
    '       partner-graphql check FILE… [options]',
    '',
    'Without a command it starts the façade. It takes its settings from the environment; with PARTNER_API_URL',
    'unset it also starts a simulator of the Partner API, and prints demo credentials for it.',
    '',
    'Commands, each with a --help of its own:',
    '  simulator  serves the Partner API with invented data',
    '  contract   compares the OpenAPI document of a Partner API with what the façade relies on',
    '  check      says which scopes and how many REST requests GraphQL documents need',
    '',
    'Settings, with their defaults in brackets:',
    ...settings,
    '',
    'Addresses: /graphql (GraphQL, and GraphiQL in a browser), /mcp, /health/live, /health/ready, /metrics.',
    'Credential: each request carries "Authorization: Bearer <credential>", which is forwarded to the Partner API.',
    '',
  ].join('\n');
}

/** What a setting means, and in brackets what holds where it is not set. */
function plainText({ meaning, default: value, unset }: DescribedSetting): string {
  const text = withoutMarkdown(meaning);
  if (value !== undefined) return `${text} [${value}]`;
  return unset === undefined ? text : `${text} [unset: ${withoutMarkdown(unset)}]`;
}

/** A terminal follows no links: their texts stay, and what only refers to another page goes. */
const withoutMarkdown = (text: string): string =>
  text
    .replaceAll(/; see \[[^[\]]*\]\([^()]*\)/g, '')
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll('`', '');

/** Lines of as many words as fit into 74 characters. */
const wrap = (text: string): readonly string[] => text.match(/\S.{0,73}(?= |$)/g) ?? [];
