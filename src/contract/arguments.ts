import { parseArgs } from 'node:util';

export const help = `Usage: partner-graphql contract URL [--credential-env NAME]
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

/** The address or file of the document. */
export type DocumentSource =
  { readonly url: URL; readonly credentialVariable: string | undefined } | { readonly file: string };

/** An invalid command line; the message is one line for the person who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * The document that the command line names, or `help`.
 *
 * @throws UsageError for an unknown option or an invalid value: the option, its value, and what it must be
 */
export function readArguments(args: readonly string[]): DocumentSource | 'help' {
  const { values, positionals } = parse(args);
  if (values.help === true) return 'help';
  const [source, ...others] = [
    ...positionals.map(sourceOf),
    ...(values.url === undefined ? [] : [{ address: values.url }]),
    ...(values.file === undefined ? [] : [{ file: values.file }]),
  ];
  const credentialVariable = values['credential-env'];
  if (source === undefined) throw new UsageError('a URL or FILE is missing; --help lists the options');
  if (others.length > 0) throw new UsageError('only one URL or FILE can be compared at a time');
  if ('address' in source) return { url: documentUrl(source.address), credentialVariable };
  if (credentialVariable !== undefined) throw new UsageError('--credential-env requires a URL');
  return source;
}

/** `--file` reads a file whose name begins like an address. */
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
    // Only the first sentence of parseArgs is for a person.
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
  if (!url.pathname.endsWith(documentPath))
    url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '') + documentPath;
  return url;
}
