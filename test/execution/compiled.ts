import { type GraphQLSchema, Kind, parse } from 'graphql';
import { CompiledQuery } from '../../src/execution/compile.js';
import type { MeasuredResult } from '../../src/execution/execution.js';
import { type Bounds, Work } from '../../src/execution/work.js';

/** The first operation of a document. */
export function compile(schema: GraphQLSchema, query: string): CompiledQuery {
  const document = parse(query);
  const definition = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (definition?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error('The document has no operation.');
  return new CompiledQuery(schema, document, definition);
}

/** Work without bounds, but for the given ones. */
export const workOf = (bounds: Partial<Bounds> = {}): Work =>
  new Work({
    errorBehavior: 'PROPAGATE',
    maxNodes: Infinity,
    maxBytes: Infinity,
    grown: () => undefined,
    ended: () => undefined,
    kindOf: () => 'any',
    ...bounds,
  });

/** Executes an operation without variables. */
export function executeWhole(
  schema: GraphQLSchema,
  query: string,
  bounds?: Partial<Bounds>,
  context: object = {},
): MeasuredResult | Promise<MeasuredResult> {
  const result = compile(schema, query).execute(context, {}, workOf(bounds));
  if (result === undefined) throw new Error('The variables do not fit.');
  // Nothing is delivered later.
  return result as MeasuredResult | Promise<MeasuredResult>;
}
