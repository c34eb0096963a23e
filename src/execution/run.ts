import {
  defaultTypeResolver,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  locatedError,
  type OperationDefinitionNode,
} from 'graphql';
import { FieldInfo } from './info.js';
import type { Fragments } from './collect.js';
import type { FieldPlan, ObjectPlan, ValuePlan, Variables } from './plan.js';
import { type Holder, Place } from './place.js';

/** An operation that is ready to run. */
export interface OperationPlan {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly definition: OperationDefinitionNode;
  readonly root: ObjectPlan;
}

/**
 * One run of it. A class, as whatever an object literal or an array literal makes may be taken for lasting by V8, which
 * then keeps all that it points to until the next full collection: here, everything that the operation has read.
 */
export class Run {
  data: Record<string, unknown> | null = null;
  errors: GraphQLError[] | undefined;
  /** Values that have not come yet. */
  pending = 0;
  finish: ((result: ExecutionResult) => void) | undefined;

  constructor(
    readonly plan: OperationPlan,
    readonly context: unknown,
    /** Coerced. */
    readonly variables: Variables,
  ) {}

  result(): ExecutionResult {
    const { data, errors } = this;
    return errors === undefined ? { data } : { errors, data };
  }
}

/** Stands for a value that failed where null may not stand: the value around it fails with it. */
const failed = Symbol('failed');

/**
 * Runs an operation as graphql-js does (GraphQL, "Executing Selection Sets"), with less ado: plain members are read in
 * place, values that are there are not waited for, and those that come later go straight to their places.
 */
export function run(
  plan: OperationPlan,
  context: unknown,
  variables: Variables,
): ExecutionResult | Promise<ExecutionResult> {
  const current = new Run(plan, context, variables);
  const top = new Place(undefined, 'data', undefined, current, true);
  const data = {};
  current.data = data;
  if (!fillObject(current, plan.root, undefined, data, top)) current.data = null;
  if (current.pending === 0) return current.result();
  return new Promise((resolve) => (current.finish = resolve));
}

/** Gives false where a member failed that must not be null. */
function fillObject(
  current: Run,
  { fields }: ObjectPlan,
  source: unknown,
  result: Record<string, unknown>,
  place: Place,
): boolean {
  for (const field of fields) {
    const value = executeField(current, field, source, result, place);
    if (value === failed) return false;
    result[field.key] = value;
  }
  return true;
}

/** The value of a field, null in place of one that is still to come, or `failed`. */
function executeField(
  current: Run,
  field: FieldPlan,
  source: unknown,
  result: Record<string, unknown>,
  place: Place,
): unknown {
  const { resolve, value } = field;
  if (resolve === undefined) {
    const member = (source as Readonly<Record<string, unknown>>)[field.name];
    if (value.kind === 'leaf' && isPlain(member))
      return completeLeaf(current, value, field, member, result, place);
    return completeValue(current, value, field, member, placeOf(field, result, place));
  }
  const own = placeOf(field, result, place);
  let resolved: unknown;
  try {
    const info = new FieldInfo(current, field, own);
    resolved = resolve(source, field.argumentsFor(current.variables), current.context, info);
  } catch (error) {
    return fail(current, field, error, own);
  }
  return settle(current, value, field, resolved, own);
}

/** Neither an error nor a promise, by a look that costs nothing. */
const isPlain = (member: unknown): boolean => typeof member !== 'object' || member === null;

const placeOf = ({ key, parentType, value }: FieldPlan, holder: Holder, place: Place): Place =>
  new Place(place, key, parentType.name, holder, value.isNullable);

/** Most leaves are where they are expected, so a place is made only for one that is not. */
function completeLeaf(
  current: Run,
  { isNullable, serialize }: ValuePlan & { readonly kind: 'leaf' },
  field: FieldPlan,
  member: unknown,
  result: Record<string, unknown>,
  place: Place,
): unknown {
  if (member == null)
    return isNullable ? null : fail(current, field, mustNotBeNull(field), placeOf(field, result, place));
  try {
    return serialize(member);
  } catch (error) {
    return fail(current, field, error, placeOf(field, result, place));
  }
}

/** Completes a value at once, or puts it in its place when it has come. */
const settle = (current: Run, plan: ValuePlan, field: FieldPlan, value: unknown, place: Place): unknown =>
  value instanceof Promise
    ? settleLater(current, plan, field, value, place)
    : completeValue(current, plan, field, value, place);

function settleLater(
  current: Run,
  plan: ValuePlan,
  field: FieldPlan,
  value: Promise<unknown>,
  place: Place,
): null {
  current.pending += 1;
  const arrive = (completed: unknown): void => {
    if (completed === failed) place.nullify();
    else place.fill(completed);
    current.pending -= 1;
    if (current.pending === 0) current.finish?.(current.result());
  };
  value.then(
    (resolved: unknown) => arrive(completeValue(current, plan, field, resolved, place)),
    (error: unknown) => arrive(fail(current, field, error, place)),
  );
  return null;
}

function completeValue(
  current: Run,
  plan: ValuePlan,
  field: FieldPlan,
  value: unknown,
  place: Place,
): unknown {
  if (value == null) return plan.isNullable ? null : fail(current, field, mustNotBeNull(field), place);
  if (value instanceof Error) return fail(current, field, value, place);
  try {
    if (plan.kind === 'leaf') return plan.serialize(value);
    if (plan.kind === 'list') return completeList(current, plan, field, value, place);
    const object = plan.kind === 'object' ? plan.object : objectFor(current, plan, field, value, place);
    const result = {};
    return fillObject(current, object, value, result, place) ? result : plan.isNullable ? null : failed;
  } catch (error) {
    return fail(current, field, error, place);
  }
}

function completeList(
  current: Run,
  { isNullable, item }: ValuePlan & { readonly kind: 'list' },
  field: FieldPlan,
  value: unknown,
  place: Place,
): unknown {
  if (!Array.isArray(value)) throw new Error(notAList(field));
  // Each entry takes the place of what it is made of.
  const result: unknown[] = value.slice();
  for (let index = 0; index < result.length; index += 1) {
    const own = new Place(place, index, undefined, result, item.isNullable);
    const completed = settle(current, item, field, result[index], own);
    if (completed === failed) return isNullable ? null : failed;
    result[index] = completed;
  }
  return result;
}

function objectFor(
  current: Run,
  { type, objects }: ValuePlan & { readonly kind: 'abstract' },
  field: FieldPlan,
  value: unknown,
  place: Place,
): ObjectPlan {
  const info = new FieldInfo(current, field, place);
  const name = (type.resolveType ?? defaultTypeResolver)(value, current.context, info, type);
  const object = typeof name === 'string' ? objects.get(name) : undefined;
  if (object !== undefined) return object;
  throw new Error(`${type.name} did not resolve to one of its types at ${nameOf(field)}.`);
}

/** Notes the error of a field; gives null where it may stand. */
function fail(current: Run, field: FieldPlan, error: unknown, place: Place): null | typeof failed {
  (current.errors ??= []).push(locatedError(error, field.nodes, place.path()));
  return place.isNullable ? null : failed;
}

const nameOf = ({ parentType, name }: FieldPlan): string => `${parentType.name}.${name}`;

const mustNotBeNull = (field: FieldPlan): Error =>
  new Error(`Cannot return null for non-nullable field ${nameOf(field)}.`);

const notAList = (field: FieldPlan): string =>
  `Expected Iterable, but did not find one for field "${nameOf(field)}".`;
