import { CommandError, type CommandResult, parseOptions, printed } from '../command/command-line.js';
import { checkContract } from './check.js';
import { type Difference, impacts } from './compare-schema.js';
import { readFromFile, readFromUrl } from './document.js';

/** `partner-graphql contract`: the differences. Exit code 1 with breaking ones, 0 without, 2 where nothing can be compared. */
export async function runContract(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  try {
    const source = readArguments(args);
    if (source === 'help') return printed(help);
    const isFile = 'file' in source;
    const document = isFile
      ? await readFromFile(source.file)
      : await readFromUrl(source.url, credentialIn(environment, source.credentialVariable));
    const differences = checkContract(document);
    const isBroken = differences.some(({ impact }) => impact === 'breaking');
    const stdout = formatReport(differences, isFile ? source.file : source.url.href);
    return { exitCode: isBroken ? 1 : 0, stdout, stderr: '' };
  } catch (error) {
    const stderr = `contract: ${error instanceof CommandError ? error.message : String(error)}\n`;
    return { exitCode: 2, stdout: '', stderr };
  }
}

/** The differences, the gravest first, and a last line that counts them. @param from the address or file of the document */
function formatReport(differences: readonly Difference[], from: string): string {
  const graded = impacts.map((impact) => differences.filter((each) => each.impact === impact));
  const counts = impacts.map((impact, grade) => `${graded[grade]?.length ?? 0} ${impact}`);
  const summary = differences.length === 0 ? 'no differences' : counts.join(', ');
  return [...graded.flat().map(formatDifference), `${from}: ${summary}.`, ''].join('\n');
}

function formatDifference({ impact, name, where, address, detail }: Difference): string {
  const what = detail === undefined ? name : `${name}: ${printable(detail)}`;
  return `${impact.padEnd(8)}  ${printable(where)}  ${what}\n          at ${printable(address)}`;
}

/** Names and values come from the document: without control characters and cut, a terminal can show them. */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ').slice(0, 300);

/** The environment holds the credential: every user of the machine can read a command line. */
function credentialIn(environment: NodeJS.ProcessEnv, variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const credential = environment[variable];
  if (credential !== undefined && credential !== '') return credential;
  throw new CommandError(`--credential-env names ${variable}, which is not set`);
}

const help = `Usage: partner-graphql contract URL [--credential-env NAME]
       partner-graphql contract FILE

Compares the OpenAPI document of a Partner API with what the façade relies on, and prints the differences.

  URL, --url URL           {base_url} of the Partner API; reads the document at
                           URL/api/partner/openapi.json
  --credential-env NAME    environment variable with the credential to send
  FILE, --file FILE        reads the document from a file
  --help                   prints this help

Each difference has one of three grades:

  breaking  requests are refused, or records are rejected: fields become null with an error
  degraded  the schema's promises hold, but a value no longer comes: an optional field is
            always null, or an enum value is never used
  additive  nothing changes for clients

Exit code: 1 if a difference is breaking, 0 if none is, 2 if the document cannot be read.
`;

/** @throws CommandError for an unknown option or an invalid value: the option, its value, and what it must be */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parseOptions(args, optionConfig);
  if (values.help === true) return 'help' as const;
  const [source, ...others] = [
    ...positionals.map(sourceOf),
    ...(values.url === undefined ? [] : [{ address: values.url }]),
    ...(values.file === undefined ? [] : [{ file: values.file }]),
  ];
  const credentialVariable = values['credential-env'];
  if (source === undefined) throw new CommandError('a URL or FILE is missing; --help lists the options');
  if (others.length > 0) throw new CommandError('only one URL or FILE can be compared at a time');
  if ('address' in source) return { url: documentUrl(source.address), credentialVariable };
  if (credentialVariable !== undefined) throw new CommandError('--credential-env requires a URL');
  return source;
}

/** `--file` reads a file whose name begins like an address. */
const sourceOf = (text: string) => (/^https?:/i.test(text) ? { address: text } : { file: text });

const optionConfig = {
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    'credential-env': { type: 'string' },
    file: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
} as const;

const documentPath = '/api/partner/openapi.json';

/** {base_url} may carry a path of its own, and may already be the document's address. */
function documentUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new CommandError('URL must be an address such as https://signage.example.com, without a user name');
  if (url.search !== '' || url.hash !== '') throw new CommandError('URL must have no query and no fragment');
  if (!url.pathname.endsWith(documentPath))
    url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '') + documentPath;
  return url;
}
