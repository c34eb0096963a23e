import { help, readArguments, type Source, UsageError } from './arguments.js';
import { checkContract } from './check.js';
import { UnreadableError } from './describe-difference.js';
import { readFromFile, readFromUrl } from './read-document.js';
import { tell } from './report.js';

/** Where the credential's variable is looked up. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `partner-graphql contract`: compares, and prints. The exit code is 0 without breaking differences, 1 with some, 2 where
 * nothing could be compared.
 *
 * @param args behind the command's name
 */
export async function watchContract(args: readonly string[], environment: Environment): Promise<void> {
  try {
    const source = readArguments(args);
    if (source === 'help') process.stdout.write(help);
    else process.exitCode = await run(source, environment);
  } catch (error) {
    const isForPerson = error instanceof UsageError || error instanceof UnreadableError;
    process.stderr.write(`contract: ${isForPerson ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}

async function run(source: Source, environment: Environment): Promise<number> {
  const document =
    'file' in source
      ? await readFromFile(source.file)
      : await readFromUrl(source.url, credentialIn(environment, source.credentialVariable));
  const differences = checkContract(document);
  process.stdout.write(tell(differences, 'file' in source ? source.file : source.url.href));
  return differences.some(({ impact }) => impact === 'breaking') ? 1 : 0;
}

/** The credential comes by the environment: a command line is seen by every user of the machine. */
function credentialIn(environment: Environment, variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const credential = environment[variable];
  if (credential !== undefined && credential !== '') return credential;
  throw new UsageError(`--credential-env names ${variable}, which is not set`);
}
