import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  getNullableType,
  GraphQLError,
  type GraphQLSchema,
  isListType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { readsOf } from '../graphql/reads.js';
import type { CheckedOperation } from './document.js';

/** An operation that has been compiled for one schema. */
export interface Compiled {
  /** Undefined where the variables do not fit: then no field was read. */
  readonly run: (
    context: unknown,
    variables: Variables,
  ) => ExecutionResult | Promise<ExecutionResult> | undefined;
  /** Its fields, fragments opened. */
  readonly selections: number;
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * Fields of the largest operation that is compiled, fragments opened: the compiler opens each of them in each place,
 * and nothing else is served while it does.
 */
const mostSelections = 300;

/** Compiles an operation; undefined for what must not or cannot be compiled, which is then executed as usual. */
export function compile(schema: GraphQLSchema, operation: CheckedOperation): Compiled | undefined {
  const { ast, name } = operation;
  const selections = countSelections(operation);
  try {
    if (selections > mostSelections || !isCompilable(schema, operation)) return undefined;
    const query = compileQuery(schema, ast, name);
    return isCompiledQuery(query) ? { run: withLocations(query.query, ast), selections } : undefined;
  } catch {
    return undefined;
  }
}

type CompiledByJit = (
  root: unknown,
  context: unknown,
  variables: Variables,
) => ExecutionResult | Promise<ExecutionResult>;

function withLocations(run: CompiledByJit, ast: DocumentNode): Compiled['run'] {
  return (context, variables) => {
    const executed = run(undefined, context, variables);
    if (executed instanceof Promise) return executed.then((result) => retell(result, ast));
    return executed.data === undefined ? undefined : retell(executed, ast);
  };
}

/**
 * Whether compiled code answers as graphql-js does, whatever the document holds. A document is a stranger's text and
 * becomes source code: only what cannot be anything but a name or a whole number gets there. The compiler unescapes
 * marks of its own inside strings; it takes `__proto__` for the prototype and names with an underscore for paths; a
 * list of promises comes out longer when a later entry is there before one that fails; directives are not followed in
 * every place.
 */
function isCompilable(schema: GraphQLSchema, operation: CheckedOperation): boolean {
  if (operation.hasDirectives || !operation.readsPartnerData) return false;
  let isSafe = true;
  const refuse = (): typeof BREAK => {
    isSafe = false;
    return BREAK;
  };
  const types = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(types, {
    StringValue: refuse,
    FloatValue: refuse,
    EnumValue: refuse,
    ListValue: refuse,
    ObjectValue: refuse,
    Variable: ({ name }) => (plainName.test(name.value) ? undefined : refuse()),
    Field({ alias }) {
      if (alias !== undefined && !plainName.test(alias.value)) return refuse();
      const field = types.getFieldDef();
      return field && readsOf(field) && isListType(getNullableType(field.type)) ? refuse() : undefined;
    },
  });
  visit(operation.ast, visitor);
  return isSafe;
}

const plainName = /^[A-Za-z][A-Za-z0-9]*$/;

/** Fields of an operation when its fragments are opened; each is measured once, as doubling ones would take for ever. */
function countSelections({ ast, definition }: CheckedOperation): number {
  const fragments = new Map(
    ast.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
    ),
  );
  const counted = new Map<string, number>();
  const countFragment = (name: string): number => {
    const fragment = fragments.get(name);
    const known = counted.get(name);
    if (known !== undefined || fragment === undefined) return known ?? 0;
    const fresh = count(fragment.selectionSet);
    counted.set(name, fresh);
    return fresh;
  };
  const count = ({ selections }: SelectionSetNode): number => {
    let sum = selections.length;
    for (const each of selections)
      if (each.kind === Kind.FRAGMENT_SPREAD) sum += countFragment(each.name.value);
      else if (each.selectionSet !== undefined) sum += count(each.selectionSet);
    return sum;
  };
  return count(definition.selectionSet);
}

/** Compiled code makes errors that know their lines but no nodes: here they become what graphql-js makes. */
function retell({ data, errors }: ExecutionResult, ast: DocumentNode): ExecutionResult {
  if (errors === undefined) return { data: data ?? null };
  return { data: data ?? null, errors: errors.map((error) => asLocated(error, ast)) };
}

function asLocated(
  { message, locations, path, originalError }: GraphQLError,
  ast: DocumentNode,
): GraphQLError {
  const source = ast.loc?.source;
  const starts = lineStarts(source?.body ?? '');
  const positions = locations?.map(({ line, column }) => (starts[line - 1] ?? 0) + column - 1);
  return new GraphQLError(message, {
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
  });
}

/** Where each line begins, as graphql-js counts lines. */
const lineStarts = (text: string): readonly number[] => [
  0,
  ...[...text.matchAll(/\r\n|[\n\r]/g)].map(({ 0: end, index }) => index + end.length),
];
