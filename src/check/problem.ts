import type { GraphQLError, OperationDefinitionNode, Source } from 'graphql';

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

/** Where a problem is. A document of a manifest has its id as the name of its source. */
export type Place = Pick<Problem, 'file' | 'line' | 'column'> & { readonly id?: string | undefined };

/** The id of a manifest's document comes before the text. */
export function problemAt(kind: Problem['kind'], text: string, { id, file, line, column }: Place): Problem {
  const message = id === undefined ? text : `${JSON.stringify(id)}: ${text}`;
  return { kind, message, file, line, column };
}

/** The problem of an error of the façade or of graphql-js; `place` is for an error that has no position. */
export function problemOf(error: GraphQLError, place: Place, kind?: Problem['kind']): Problem {
  const usual = error.extensions['code'] === 'OPERATION_LIMIT_EXCEEDED' ? 'limit' : 'invalid';
  return problemAt(kind ?? usual, error.message, { ...place, ...positionOf(error) });
}

/** Undefined where the error has none. The fragment that it is in may stand in another file. */
function positionOf({ locations, nodes, source }: GraphQLError): Partial<Place> | undefined {
  const [position] = locations ?? [];
  const named = nodes?.[0]?.loc?.source ?? source;
  return position && { ...position, ...(named && fileOf(named)) };
}

/** The place of a definition; every parsed one has it. */
export function placeOf({ loc }: OperationDefinitionNode): Place {
  if (loc === undefined) throw new Error('A parsed definition has no place.');
  const { startToken, source } = loc;
  return { line: startToken.line, column: startToken.column, ...fileOf(source) };
}

/** Between the file and the id of a manifest's document, in the name of a source. No path has it. */
const separator = '\0';

export const sourceName = (file: string, id: string | undefined): string =>
  id === undefined ? file : `${file}${separator}${id}`;

function fileOf({ name }: Source): Pick<Place, 'file' | 'id'> {
  const [file = name, id] = name.split(separator);
  return { file, id };
}
