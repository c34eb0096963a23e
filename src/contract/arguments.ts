import { parseArgs } from 'node:util';

export const help = `Usage: partner-graphql contract URL [--credential-env NAME]
       partner-graphql contract FILE

Compares the OpenAPI document of a Partner API with what the façade relies on, and prints each difference.

  URL, --url URL           {base_url} of the Partner API; the document is read at
                           URL/api/partner/openapi.json
  --credential-env NAME    environment variable that holds a credential to read it with
  FILE, --file FILE        reads the document from a file
  --help                   prints this

Exit code: 0 no difference, or additive ones alone; 1 breaking differences; 2 the document could not be read.
`;

/** Where the document is. */
export type Source =
  { readonly url: URL; readonly credentialVariable: string | undefined } | { readonly file: string };

/** A command line that cannot be followed; the message is one line for the person who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Where the command line says that the document is, or `help`.
 *
 * @throws UsageError for an unknown option or a bad value: where, which value, and what it must be
 */
export function readArguments(args: readonly string[]): Source | 'help' {
  const { values, positionals } = parse(args);
  if (values.help === true) return 'help';
  const [named, ...others] = [
    ...positionals.map(sourceOf),
    ...(values.url === undefined ? [] : [{ address: values.url }]),
    ...(values.file === undefined ? [] : [{ file: values.file }]),
  ];
  const credentialVariable = values['credential-env'];
  if (named === undefined) throw new UsageError('a URL or FILE is missing; --help lists the options');
  if (others.length > 0) throw new UsageError('only one URL or FILE can be compared at a time');
  if ('address' in named) return { url: documentUrl(named.address), credentialVariable };
  if (credentialVariable !== undefined) throw new UsageError('--credential-env goes with a URL');
  return named;
}

/** An address has a scheme; a file called so can be named by `--file`. */
const sourceOf = (text: string) => (/^https?:/i.test(text) ? { address: text } : { file: text });

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        'credential-env': { type: 'string' },
        file: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // parseArgs tells which argument it did not understand; only its first sentence is for a person.
    const [reason] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw new UsageError(`${reason ?? 'Unreadable arguments'}; --help lists the options`);
  }
}

const documentPath = '/api/partner/openapi.json';

/** {base_url} may carry a path of its own, and may already be the document's address. */
function documentUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError('URL must be an address such as https://signage.example.com, without a user name');
  if (url.search !== '' || url.hash !== '') throw new UsageError('URL must have no query and no fragment');
  if (!url.pathname.endsWith(documentPath)) url.pathname = url.pathname.replace(/\/+$/, '') + documentPath;
  return url;
}
