import { z } from 'zod';
import { type Environment, readSettings, SettingsError } from '../../config.js';
import type { Variables } from '../../execution/coercion.js';
import { schema } from '../../graphql/schema.js';
import { printable, printableLines } from '../../partner/quote.js';
import { CommandError, type CommandResult, parseOptions, printed } from '../command-line.js';
import { checkGroup, type OperationNeed } from './check.js';
import { type Problem, readFiles, readJsonFile } from './document.js';
import type { ListSizes } from './need.js';

/**
 * `partner-graphql check`: what documents need, and what is wrong with them. Exit code 1 with
 * problems, 0 without or with deprecated fields alone, 2 for bad usage or a file that cannot be
 * read.
 */
export function runCheck(args: readonly string[], environment: Environment): CommandResult {
  try {
    const options = readOptions(args);
    return options === 'help' ? printed(help) : checkFiles(options, environment);
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof SettingsError)) throw error;
    return { exitCode: 2, stdout: '', stderr: `check: ${printable(error.message)}\n` };
  }
}

function checkFiles(options: Options, environment: Environment): CommandResult {
  // Nothing is sent, so the address of the Partner API does not matter.
  const settings = readSettings({ ...environment, PARTNER_API_URL: 'https://signage.example.com' });
  const variables = options.variables === undefined ? {} : readVariables(options.variables);
  const { groups, problems: syntaxErrors, unreadable } = readFiles(options.files);
  const maxRequests = options.maxRequests ?? settings.MAX_UPSTREAM_REQUESTS;
  const { sizes } = options;
  const reports = groups.map((group) =>
    checkGroup(group, { schema, limits: settings, sizes, maxRequests, variables }),
  );
  const operations = reports.flatMap((each) => each.operations);
  const names = new Set(operations.map(({ name }) => name));
  for (const name of Object.keys(variables)) {
    if (!names.has(name)) {
      unreadable.push(
        `${options.variables} names ${JSON.stringify(name)}, which no file has as an operation`,
      );
    }
  }
  const report: CheckReport = {
    scopes: [...new Set(operations.flatMap(({ scopes }) => scopes))].sort(),
    operations,
    problems: [...syntaxErrors, ...reports.flatMap((each) => each.problems)],
  };
  const all = [...report.problems, ...operations.flatMap(({ problems }) => problems)];
  return {
    exitCode: unreadable.length > 0 ? 2 : exitCodeFor(all),
    // Escapes of JSON: they stand for the same text.
    stdout: options.json
      ? `${printableLines(JSON.stringify(report, null, 2))}\n`
      : printReport(report),
    stderr: unreadable.map((line) => `check: ${printable(line)}\n`).join(''),
  };
}

const exitCodeFor = (problems: readonly Problem[]): 0 | 1 =>
  problems.some(({ kind }) => kind !== 'deprecated') ? 1 : 0;

/** What all files need together. */
export interface CheckReport {
  /** Those of the credential to create, sorted. */
  readonly scopes: readonly string[];
  readonly operations: readonly OperationNeed[];
  /** Those that belong to no operation. */
  readonly problems: readonly Problem[];
}

function printReport({ scopes, operations, problems }: CheckReport): string {
  const credential =
    scopes.length === 0
      ? 'any credential will do'
      : `create a credential with ${scopes.join(', ')}`;
  return [
    ...operations.flatMap(operationLines).map(printable),
    ...problems.map(problemLine).map(printable),
    `${plural(operations.length, 'operation')}: ${credential}`,
    '',
  ].join('\n');
}

function operationLines(need: OperationNeed): string[] {
  const { name, file, line, problems } = need;
  const requests = plural(need.requests, 'REST request');
  const scopes = need.scopes.join(', ') || 'none';
  return [
    `${file}:${line} ${name ?? '(anonymous)'}: at most ${requests}; scopes: ${scopes}`,
    ...problems.map((problem) => `  ${problemLine(problem)}`),
  ];
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const problemLine = ({ kind, file, line, column, message }: Problem): string =>
  `${file}:${line}:${column} ${kind}: ${message}`;

const variablesByOperation = z.record(z.string(), z.record(z.string(), z.unknown()));

function readVariables(file: string): Readonly<Record<string, Variables>> {
  const read = variablesByOperation.safeParse(readJsonFile(file));
  if (read.success) return read.data;
  throw new CommandError(
    `${file} must be a JSON object that has the variables of each operation by its name`,
  );
}

const help = `Usage: partner-graphql check FILE… [options]

Says for each operation of GraphQL documents which scopes its credential needs, how many REST requests it takes at most,
and what is wrong with it: before anything runs, and without a credential.

  FILE                  documents (.graphql, .gql), or a manifest of trusted documents (.json)
  --size LIST=N,…       sizes of the lists: screens, playlists, media, and items of one playlist (100 each)
  --variables FILE      JSON: an object of variables by the name of the operation
  --max-requests N      REST requests that one operation may need (MAX_UPSTREAM_REQUESTS)
  --json                prints JSON
  --help                prints this help

A variable without a value counts as its default, else as the largest value allowed; a condition that nobody knows
includes its field, and an interval of a subscription is the default. Limits are those of the environment's settings.

Exit code: 0 without problems, 1 with, 2 for bad usage or a file that cannot be read. Deprecated fields are no failure.
`;

type Options = Exclude<ReturnType<typeof readOptions>, 'help'>;

/**
 * @throws CommandError for an unknown option or an invalid value: the option, its value, and what
 *   it must be
 */
function readOptions(args: readonly string[]) {
  const { values, positionals: files } = parseOptions(args, optionConfig);
  if (values.help === true) return 'help' as const;
  if (files.length === 0) throw new CommandError('no FILE is named; --help lists the options');
  const { variables, json = false } = values;
  const max = values['max-requests'];
  return {
    files,
    sizes: readSizes(values.size ?? []),
    variables,
    maxRequests: max === undefined ? undefined : readCount('--max-requests', max),
    json,
  };
}

const defaultSizes: ListSizes = { screens: 100, playlists: 100, media: 100, items: 100 };

function readSizes(texts: readonly string[]): ListSizes {
  const given = texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [, name = '', count = ''] = /^\s*(\w+)=(.*)$/.exec(text) ?? [];
      if (!Object.hasOwn(defaultSizes, name)) {
        throw new CommandError(
          `--size has ${JSON.stringify(text.slice(0, 100))}, and must be ${Object.keys(defaultSizes).join('=N,')}=N or some of these`,
        );
      }
      return [name, readCount(`--size ${name}`, count)] as const;
    });
  return { ...defaultSizes, ...Object.fromEntries(given) };
}

function readCount(option: string, text: string): number {
  const count = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : undefined;
  if (count !== undefined) return count;
  throw new CommandError(
    `${option} is ${JSON.stringify(text.slice(0, 100))}, and must be a whole number`,
  );
}

const optionConfig = {
  allowPositionals: true,
  options: {
    size: { type: 'string', multiple: true },
    variables: { type: 'string' },
    'max-requests': { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
} as const;
