import { defaultTypeResolver } from 'graphql';
import { FieldInfo } from './resolve-info.js';
import { locate, mustNotBeNull, notAList, notOneOf } from './field-error.js';
import { Place } from './result-path.js';
import type { CompiledField, CompiledSelection, CompiledValue } from './compiled-query.js';
import type { Run } from './execution.js';
import { promiseWeight, stopped } from './work.js';

/** Stands for a value that failed where null may not stand: the value around it fails with it. */
export const failed = Symbol('failed');

/** Fills the data of a run, or of a part of it, whose place is `top`. */
export function fillData(current: Run, plan: CompiledSelection, source: unknown, top: Place): void {
  if (plan.failure !== undefined) {
    current.errors = [plan.failure];
    return;
  }
  const data = newObject(plan);
  current.data = data;
  if (!fillObject(current, plan, source, data, top)) current.data = null;
}

/** Without a prototype `__proto__` is a key like any other. */
const newObject = ({ isBare }: CompiledSelection): Record<string, unknown> =>
  // An object without a prototype has no members of other types either.
  isBare ? (Object.create(null) as Record<string, unknown>) : {};

/** Gives false where a member failed that must not be null. */
function fillObject(
  current: Run,
  plan: CompiledSelection,
  source: unknown,
  result: Record<string, unknown>,
  place: Place,
): boolean {
  const { fields, deferred } = plan;
  current.work.count(fields.length);
  for (const field of fields) {
    const value = executeField(current, field, source, result, place);
    if (value === failed) return false;
    result[field.key] = value;
  }
  if (deferred !== undefined) current.parts?.defer(current, deferred, source, { place, value: result });
  return true;
}

/** The value of a field, null in place of one that is still to come, or `failed`. */
function executeField(
  current: Run,
  field: CompiledField,
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
  if (current.work.isFull) return putOff(current, own, () => resolveField(current, field, source, own));
  return resolveField(current, field, source, own);
}

function resolveField(current: Run, field: CompiledField, source: unknown, own: Place): unknown {
  let resolved: unknown;
  try {
    const info = new FieldInfo(current, field, own);
    resolved = field.resolve?.(source, field.argumentsFor(current.variables), current.context, info);
  } catch (error) {
    return fail(current, field, error, own);
  }
  return settle(current, field.value, field, resolved, own);
}

/** Neither an error nor a promise, by a look that costs nothing. */
const isPlain = (member: unknown): boolean => typeof member !== 'object' || member === null;

const placeOf = ({ key, parentType, value }: CompiledField, holder: object, place: Place): Place =>
  new Place(place, key, parentType.name, holder, value.isNullable);

/** Most leaves are where they are expected, so a place is made only for one that is not. */
function completeLeaf(
  current: Run,
  { isNullable, serialize }: CompiledValue & { readonly kind: 'leaf' },
  field: CompiledField,
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
export const settle = (
  current: Run,
  plan: CompiledValue,
  field: CompiledField,
  value: unknown,
  place: Place,
): unknown =>
  value instanceof Promise
    ? settleLater(current, plan, field, value, place)
    : completeValue(current, plan, field, value, place);

function settleLater(
  current: Run,
  plan: CompiledValue,
  field: CompiledField,
  value: Promise<unknown>,
  place: Place,
): null {
  const { work } = current;
  current.pending += 1;
  work.weigh(promiseWeight);
  value.then(
    (resolved: unknown) =>
      work.attempt(() => arrive(current, completeValue(current, plan, field, resolved, place), place)),
    (error: unknown) => {
      const arriveFailed = (): void => arrive(current, fail(current, field, error, place), place);
      // One failure may be that of fifty thousand places, which all learn of it in the same turn.
      if (work.isFull) work.putOff(arriveFailed);
      else work.attempt(arriveFailed);
    },
  );
  return null;
}

/** Leaves a value to a later turn of the event loop. */
function putOff(current: Run, place: Place, complete: () => unknown): null {
  current.pending += 1;
  current.work.putOff(() => arrive(current, complete(), place));
  return null;
}

function arrive(current: Run, completed: unknown, place: Place): void {
  if (completed === failed) place.nullify();
  else place.fill(completed);
  current.arrived();
}

function completeValue(
  current: Run,
  plan: CompiledValue,
  field: CompiledField,
  value: unknown,
  place: Place,
): unknown {
  if (value == null) return plan.isNullable ? null : fail(current, field, mustNotBeNull(field), place);
  if (value instanceof Error) return fail(current, field, value, place);
  try {
    if (plan.kind === 'leaf') return plan.serialize(value);
    if (plan.kind === 'list') return completeList(current, plan, field, value, place);
    if (current.work.isFull)
      return putOff(current, place, () => completeObject(current, plan, field, value, place));
    return completeObject(current, plan, field, value, place);
  } catch (error) {
    return fail(current, field, error, place);
  }
}

function completeObject(
  current: Run,
  plan: CompiledValue & { readonly kind: 'object' | 'abstract' },
  field: CompiledField,
  value: unknown,
  place: Place,
): unknown {
  const object = plan.kind === 'object' ? plan.object : objectFor(current, plan, field, value, place);
  if (object.failure !== undefined) return fail(current, field, object.failure, place);
  const result = newObject(object);
  return fillObject(current, object, value, result, place) ? result : plan.isNullable ? null : failed;
}

function completeList(
  current: Run,
  { isNullable, item, stream }: CompiledValue & { readonly kind: 'list' },
  field: CompiledField,
  value: unknown,
  place: Place,
): unknown {
  if (!Array.isArray(value)) throw notAList(field);
  current.work.count(value.length);
  // Each entry takes the place of what it is made of.
  const result: unknown[] = stream === undefined ? value.slice() : value.slice(0, stream.initialCount);
  for (let index = 0; index < result.length; index += 1) {
    const own = new Place(place, index, undefined, result, item.isNullable);
    const completed = settle(current, item, field, result[index], own);
    if (completed === failed) return isNullable ? null : failed;
    result[index] = completed;
  }
  if (stream !== undefined)
    current.parts?.stream(current, stream, item, field, value, { place, value: result });
  return result;
}

function objectFor(
  current: Run,
  { type, objects }: CompiledValue & { readonly kind: 'abstract' },
  field: CompiledField,
  value: unknown,
  place: Place,
): CompiledSelection {
  const info = new FieldInfo(current, field, place);
  const name = (type.resolveType ?? defaultTypeResolver)(value, current.context, info, type);
  const object = typeof name === 'string' ? objects.get(name) : undefined;
  if (object !== undefined) return object;
  throw notOneOf(type, field);
}

/** Notes the error of a field; gives null where it may stand. */
function fail(current: Run, field: CompiledField, error: unknown, place: Place): null | typeof failed {
  if (error === stopped) throw stopped;
  if (current.work.mayList(error, place)) (current.errors ??= []).push(locate(error, field, place.path()));
  return place.isNullable ? null : failed;
}
