import { readFileSync, statSync } from 'node:fs';
import { type DocumentNode, GraphQLError, parse, Source } from 'graphql';
import { CommandError } from '../command/command-line.js';
import { ManifestError, entriesOf } from '../operation/documents/trusted-document.js';
import { type Problem, problemOf, sourceName } from './problem.js';

/** Bytes. Documents and manifests are written by hand or by generators, and far smaller. */
const maxBytes = 16 * 1024 * 1024;

/** Parsed documents whose operations may use each other's fragments. */
export type DocumentGroup = readonly DocumentNode[];

/** Reads documents and manifests. The documents of all files share their fragments; each of a manifest stands alone. */
export function readFiles(files: readonly string[]) {
  const shared: DocumentNode[] = [];
  const groups: DocumentGroup[] = [shared];
  /** Syntax errors. */
  const problems: Problem[] = [];
  /** One line for each file that cannot be read. */
  const unreadable: string[] = [];
  const add = (group: DocumentNode[], file: string, text: string, id?: string): void => {
    try {
      group.push(parse(new Source(text, sourceName(file, id))));
    } catch (error) {
      const reason =
        error instanceof GraphQLError ? error : new GraphQLError('The document is nested too deeply.');
      problems.push(problemOf(reason, { file, id, line: 1, column: 1 }));
    }
  };
  for (const file of files)
    try {
      const text = readText(file);
      if (!file.endsWith('.json')) add(shared, file, text);
      else
        for (const [id, document] of readManifest(file, text)) {
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

function readManifest(file: string, text: string): readonly (readonly [string, string])[] {
  const manifest = parseJsonFile(file, text);
  try {
    return entriesOf(manifest);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    throw new CommandError(`${file} must be ${error.message}`);
  }
}

/** @throws CommandError */
export function parseJsonFile(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandError(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @throws CommandError */
export function readText(file: string): string {
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
