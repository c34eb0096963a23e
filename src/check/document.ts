import { readFileSync, statSync } from 'node:fs';
import { type ASTNode, type DocumentNode, GraphQLError, parse, Source } from 'graphql';
import { CommandError } from '../command/command-line.js';
import { entriesOf, manifestForm } from '../operation/documents/manifest.js';

/** What is wrong with a set of documents. */
export interface Problem {
  /** `deprecated` alone is no failure. */
  readonly kind: 'invalid' | 'limit' | 'budget' | 'deprecated';
  readonly message: string;
  readonly file: string;
  /** Line and column from 1; in a manifest, of the document's own text. */
  readonly line: number;
  readonly column: number;
}

/** Reads documents and manifests. The documents of all files share their fragments; each of a manifest stands alone. */
export function readFiles(files: readonly string[]) {
  const shared: DocumentNode[] = [];
  const groups = [shared];
  /** Syntax errors. */
  const problems: Problem[] = [];
  /** One line for each file that cannot be read. */
  const unreadable: string[] = [];
  const add = (group: DocumentNode[], file: string, text: string, id?: string): void => {
    try {
      group.push(parse(new Source(text, id === undefined ? file : file + separator + id)));
    } catch (error) {
      const { message, locations: [place] = [] } =
        error instanceof GraphQLError ? error : new GraphQLError('The document is nested too deeply.');
      problems.push(problemAt({ file, id, line: 1, column: 1, ...place }, message, 'invalid'));
    }
  };
  for (const file of files)
    try {
      if (!file.endsWith('.json')) add(shared, file, readText(file));
      else
        for (const [id, document] of readManifest(file)) {
          const own: DocumentNode[] = [];
          groups.push(own);
          add(own, file, document, id);
        }
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      unreadable.push(error.message);
    }
  return { groups, problems, unreadable };
}

/** Between the file and the id of a manifest's document, in the name of a source. No path has it. */
const separator = '\0';

function readManifest(file: string): readonly (readonly [string, string])[] {
  const entries = entriesOf(readJsonFile(file));
  if (entries !== undefined) return entries;
  throw new CommandError(`${file} must be ${manifestForm}`);
}

/** @throws CommandError */
export function readJsonFile(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandError(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Bytes. Documents and manifests are written by hand or by generators, and far smaller. */
const maxBytes = 16 * 1024 * 1024;

function readText(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > maxBytes) throw new CommandError(`${file} has ${size} bytes; at most ${maxBytes} are read`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'does not exist',
      EISDIR: 'is a directory: name its files',
    };
    throw new CommandError(`${file} ${reasons[code] ?? `cannot be read (${code})`}`);
  }
}

/**
 * The problem of an error of the façade or of graphql-js.
 *
 * @param operation where an error is that has no node; one in a fragment may stand in another file
 */
export function problemOf(error: GraphQLError, operation?: ASTNode, kind?: Problem['kind']): Problem {
  const usual = error.extensions['code'] === 'OPERATION_LIMIT_EXCEEDED' ? 'limit' : 'invalid';
  const node = error.nodes?.[0] ?? operation;
  // Beyond 100 errors, graphql-js adds one that is nowhere.
  const place = node === undefined ? { file: '', id: undefined, line: 1, column: 1 } : placeOf(node);
  return problemAt(place, error.message, kind ?? usual);
}

/** Where a node is; every parsed one has a place. */
export function placeOf({ loc }: ASTNode): Place {
  if (loc === undefined) throw new Error('A parsed node has no place.');
  const { startToken, source } = loc;
  const [file = '', id] = source.name.split(separator);
  return { file, id, line: startToken.line, column: startToken.column };
}

/** A document of a manifest has an id. */
type Place = Pick<Problem, 'file' | 'line' | 'column'> & { readonly id: string | undefined };

/** The id comes before the text. */
function problemAt({ id, ...place }: Place, text: string, kind: Problem['kind']): Problem {
  return { kind, message: id === undefined ? text : `${JSON.stringify(id)}: ${text}`, ...place };
}
