import { type DocumentSource, help, readArguments, UsageError } from './arguments.js';
import { checkContract } from './check.js';
import { UnreadableError } from './describe-difference.js';
import { readFromFile, readFromUrl } from './read-document.js';
import { formatReport } from './report.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a command prints, and its exit code. */
export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * `partner-graphql contract`: prints the differences.
 *
 * @param args the arguments after the command's name
 */
export async function watchContract(args: readonly string[], environment: Environment): Promise<void> {
  const { exitCode, stdout, stderr } = await runContract(args, environment);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
}

/** Exit code 1 with breaking differences, 0 without, 2 where no comparison is possible. */
export async function runContract(args: readonly string[], environment: Environment): Promise<CommandResult> {
  try {
    const source = readArguments(args);
    return source === 'help' ? { exitCode: 0, stdout: help, stderr: '' } : await compare(source, environment);
  } catch (error) {
    const isForPerson = error instanceof UsageError || error instanceof UnreadableError;
    const stderr = `contract: ${isForPerson ? error.message : String(error)}\n`;
    return { exitCode: 2, stdout: '', stderr };
  }
}

async function compare(source: DocumentSource, environment: Environment): Promise<CommandResult> {
  const isFile = 'file' in source;
  const document = isFile
    ? await readFromFile(source.file)
    : await readFromUrl(source.url, credentialIn(environment, source.credentialVariable));
  const differences = checkContract(document);
  return {
    exitCode: differences.some(({ impact }) => impact === 'breaking') ? 1 : 0,
    stdout: formatReport(differences, isFile ? source.file : source.url.href),
    stderr: '',
  };
}

/** The environment holds the credential: every user of the machine can read a command line. */
function credentialIn(environment: Environment, variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const credential = environment[variable];
  if (credential !== undefined && credential !== '') return credential;
  throw new UsageError(`--credential-env names ${variable}, which is not set`);
}
