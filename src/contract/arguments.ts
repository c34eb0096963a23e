import { parseArgs } from 'node:util';

export const help = `Usage: npm run contract:check -- (--url ADDRESS [--credential-env NAME] | --file PATH)

Compares the OpenAPI document of a Partner API with what the façade relies on, and prints each difference.

  --url ADDRESS            {base_url} of the Partner API; the document is read at
                           ADDRESS/api/partner/openapi.json
  --credential-env NAME    environment variable that holds a credential to read it with
  --file PATH              reads the document from a file
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
  const { help: wantsHelp, url, file, 'credential-env': credentialVariable } = parse(args);
  if (wantsHelp === true) return 'help';
  if (url !== undefined && file !== undefined) throw new UsageError('--url and --file cannot be combined');
  if (file !== undefined && credentialVariable !== undefined)
    throw new UsageError('--credential-env goes with --url');
  if (file !== undefined) return { file };
  if (url === undefined) throw new UsageError('--url or --file is missing; --help lists the options');
  return { url: documentUrl(url), credentialVariable };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        'credential-env': { type: 'string' },
        file: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
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
    throw new UsageError('--url must be an address such as https://signage.example.com, without a user name');
  if (url.search !== '' || url.hash !== '') throw new UsageError('--url must have no query and no fragment');
  if (!url.pathname.endsWith(documentPath)) url.pathname = url.pathname.replace(/\/+$/, '') + documentPath;
  return url;
}
