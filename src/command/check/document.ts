import { readFileSync, statSync } from 'node:fs';
import {
  type ASTNode,
  type DocumentNode,
  GraphQLError,
  parse,
  Source,
  type SourceLocation,
} from 'graphql';
import { decodeText } from '../../base/decode-text.js';
import { CommandError } from '../command-line.js';
import { ManifestError } from '../../document/manifest-error.js';
import { entriesOf, type ManifestEntry } from '../../document/manifest-form.js';
import { quote } from '../../partner/quote.js';

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

/**
 * Reads documents and manifests. The documents of all files share their fragments; each of a
 * manifest stands alone.
 */
export function readFiles(files: readonly string[]) {
  const shared: DocumentNode[] = [];
  const groups = [shared];
  /** Syntax errors. */
  const problems: Problem[] = [];
  /** One line for each file that cannot be read. */
  const unreadable: string[] = [];
  const add = (group: DocumentNode[], file: string, text: string, id?: string): void => {
    const source = new Source(text, id === undefined ? file : file + separator + id);
    try {
      group.push(parse(source));
      // graphql-js counts the lines of the text for each error. Tokens have their lines.
      source.body = '';
    } catch (error) {
      const tooDeep = new GraphQLError('The document is nested too deeply.', { source });
      problems.push(problemOf(error instanceof GraphQLError ? error : tooDeep));
    }
  };
  const addManifest = (file: string): void => {
    for (const [id, document] of readManifest(file)) {
      const own: DocumentNode[] = [];
      groups.push(own);
      add(own, file, document, id);
    }
  };
  for (const file of files) {
    try {
      if (file.endsWith('.json')) addManifest(file);
      else add(shared, file, readText(file));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      unreadable.push(error.message);
    }
  }
  return { groups, problems, unreadable };
}

/**
 * Between the file and the id of a manifest's document, in the name of a source. No path has it.
 */
const separator = '\0';

function readManifest(file: string): readonly ManifestEntry[] {
  try {
    return [...entriesOf(readJsonFile(file))];
  } catch (error) {
    throw error instanceof ManifestError
      ? new CommandError(`${file} must be ${error.message}`)
      : error;
  }
}

/** @throws CommandError */
export function readJsonFile(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandError(
      `${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Bytes. Documents and manifests are written by hand or by generators, and far smaller. */
const maxBytes = 16 * 1024 * 1024;

function readText(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > maxBytes) {
      throw new CommandError(`${file} has ${size} bytes; at most ${maxBytes} are read`);
    }
    return decodeText(readFileSync(file));
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
export function problemOf(
  error: GraphQLError,
  operation?: ASTNode,
  kind?: Problem['kind'],
): Problem {
  const usual = error.extensions['code'] === 'OPERATION_LIMIT_EXCEEDED' ? 'limit' : 'invalid';
  const node = error.nodes?.[0] ?? operation;
  // A syntax error has a place without a node. Beyond 100 errors, graphql-js adds one that is
  // nowhere.
  const place = node === undefined ? placeIn(error.source, error.locations?.[0]) : placeOf(node);
  const { id, ...at } = place;
  const message = id === undefined ? error.message : `${quote(id)}: ${error.message}`;
  return { kind: kind ?? usual, message, ...at };
}

/** Where a node is; every parsed one has a place. */
export function placeOf({ loc }: ASTNode) {
  if (loc === undefined) throw new Error('A parsed node has no place.');
  return placeIn(loc.source, loc.startToken);
}

/** A document of a manifest has an id. */
function placeIn(
  source: Source | undefined,
  { line, column }: SourceLocation = { line: 1, column: 1 },
) {
  const [file = '', id] = source?.name.split(separator) ?? [];
  return { file, id, line, column };
}
