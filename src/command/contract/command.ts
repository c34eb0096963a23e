import { readFile } from 'node:fs/promises';
import { decodeText } from '../../base/decode-text.js';
import { printable } from '../../partner/quote.js';
import { CommandError, type CommandResult, parseOptions, printed } from '../command-line.js';
import { checkContract } from './check.js';
import { type Difference, impacts } from './compare-schema.js';

/**
 * `partner-graphql contract`: the differences. Exit code 1 with breaking ones, 0 without, 2 where
 * nothing can be compared.
 */
export async function runContract(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  try {
    const source = readArguments(args);
    if (source === 'help') return printed(help);
    const { from, text } = openSource(source, environment);
    const differences = checkContract(await parseDocument(from, text));
    const isBroken = differences.some(({ impact }) => impact === 'breaking');
    const stdout = formatReport(differences, from);
    return { exitCode: isBroken ? 1 : 0, stdout, stderr: '' };
  } catch (error) {
    const message = error instanceof CommandError ? error.message : String(error);
    const stderr = `contract: ${printable(message)}\n`;
    return { exitCode: 2, stdout: '', stderr };
  }
}

/** @returns the address or file of the document, and its text on the way */
function openSource(source: Source, environment: NodeJS.ProcessEnv) {
  if ('file' in source) {
    return { from: source.file, text: readFile(source.file).then(decodeText) };
  }
  const { url } = source;
  return { from: url.href, text: download(url, credentialFor(source, environment)) };
}

/**
 * The differences, the gravest first, and a last line that counts them.
 *
 * @param from the address or file of the document
 */
function formatReport(differences: readonly Difference[], from: string): string {
  const graded = impacts.map((impact) => differences.filter((each) => each.impact === impact));
  const counts = impacts.map((impact, grade) => `${graded[grade]?.length ?? 0} ${impact}`);
  const summary = differences.length === 0 ? 'no differences' : counts.join(', ');
  return [...graded.flat().map(formatDifference), `${printable(from)}: ${summary}.`, ''].join('\n');
}

function formatDifference({ impact, name, where, address, detail }: Difference): string {
  const what = detail === undefined ? name : `${name}: ${shown(detail)}`;
  return `${impact.padEnd(8)}  ${shown(where)}  ${what}\n          at ${shown(address)}`;
}

/** Characters of a name or value, which come from the document, in the report. */
const maxShown = 300;

const shown = (text: string): string => printable(text.slice(0, maxShown));

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

type Source = Exclude<ReturnType<typeof readArguments>, 'help'>;

type UrlSource = Extract<Source, { readonly url: URL }>;

/**
 * @throws CommandError for an unknown option or an invalid value: the option, its value, and what
 *   it must be
 */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parseOptions(args, optionConfig);
  if (values.help === true) return 'help' as const;
  const [source, ...others] = [
    ...positionals.map(sourceOf),
    ...(values.url === undefined ? [] : [{ address: values.url }]),
    ...(values.file === undefined ? [] : [{ file: values.file }]),
  ];
  const credentialVariable = values['credential-env'];
  if (source === undefined) {
    throw new CommandError('a URL or FILE is missing; --help lists the options');
  }
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
  if (url === undefined || !isPlainHttp(url)) {
    throw new CommandError(
      'URL must be an address such as https://signage.example.com, without a user name',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new CommandError('URL must have no query and no fragment');
  }
  if (!url.pathname.endsWith(documentPath)) {
    url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '') + documentPath;
  }
  return url;
}

const isPlainHttp = ({ protocol, username, password }: URL): boolean =>
  /^https?:$/.test(protocol) && username === '' && password === '';

/**
 * The environment holds the credential: every user of the machine can read a command line. It is
 * sent only over HTTPS or to this machine.
 */
function credentialFor(
  { url: { protocol, hostname, href }, credentialVariable: variable }: UrlSource,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  if (variable === undefined) return undefined;
  const { [variable]: credential = '' } = environment;
  if (credential === '') {
    throw new CommandError(`--credential-env names ${variable}, which is not set`);
  }
  if (!/^[\x21-\x7e]+$/.test(credential)) {
    throw new CommandError('The credential must be visible ASCII without white space.');
  }
  if (protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) {
    return credential;
  }
  throw new CommandError(`${href} is not HTTPS, so the credential was not sent.`);
}

/** Milliseconds for the whole document. Our choice: a command that waits longer looks hung. */
const timeoutMs = 10_000;

async function download(url: URL, credential: string | undefined): Promise<string> {
  const request = fetch(url, {
    headers: {
      accept: 'application/json',
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
    },
    // Another address may serve the document of another service.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const response = await request.catch(failed('the request failed'));
  const { status } = response;
  if (status !== 200) throw new Error(`HTTP ${status}${advice(status)}`);
  return response.text().catch(failed('the response was cut off'));
}

const failed =
  (what: string) =>
  (error: unknown): never => {
    throw new Error(`${what} (${reasonOf(error)})`);
  };

function advice(status: number): string {
  if (status === 401) {
    return ': the credential is missing or invalid; name its variable with --credential-env';
  }
  if (status === 403) return ': the credential lacks permission to read it';
  if (status === 404) return ': the document does not exist; check the base URL';
  if (status === 426) return ': HTTPS is required';
  return status >= 300 && status < 400 ? ': redirects are not followed' : '';
}

/**
 * @throws CommandError with the address or path and the reason in one line; never with the
 *   credential
 */
async function parseDocument(from: string, text: Promise<string>): Promise<unknown> {
  try {
    return JSON.parse(await text);
  } catch (error) {
    throw new CommandError(`${from} could not be read: ${reasonOf(error)}.`);
  }
}

/** `fetch` reports the reason in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SyntaxError) return 'it is not JSON';
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} seconds`;
  const { cause } = error;
  if (typeof cause === 'object' && cause !== null && 'code' in cause) return String(cause.code);
  return 'code' in error ? String(error.code) : error.message;
}
