import { defaultTypeResolver } from 'graphql';
import type {
  CompiledAs,
  CompiledField,
  CompiledSelection,
  CompiledType,
} from './compile-selection.js';
import { type Execution, infoFor } from './execution.js';
import { coordinateOf, failed, nonNullError, ResultPath } from './result-path.js';
import { promiseWeight } from './work.js';

export function executeSelection(
  execution: Execution,
  selection: CompiledSelection,
  source: unknown,
): void {
  if (selection.error !== undefined) {
    execution.failWhole(selection.error);
    return;
  }
  const data = createResult(selection);
  // Before the fields are executed: a field that fails may replace it with null.
  execution.setData(data);
  const isComplete = executeFields(execution, selection, source, data, execution.base);
  if (!isComplete) execution.setData(null);
}

const createResult = ({ hasProtoField }: CompiledSelection): Record<string, unknown> =>
  // An object without a prototype has no members of other types either, and `__proto__` is an
  // ordinary key of it.
  hasProtoField ? (Object.create(null) as Record<string, unknown>) : {};

/** Of an item of a list beside its text: the comma after it. Most items are objects or names. */
const bytesPerItem = 1;

/** False where a field failed that must not be null. */
function executeFields(
  execution: Execution,
  selection: CompiledSelection,
  source: unknown,
  result: Record<string, unknown>,
  path: ResultPath | undefined,
): boolean {
  const { fields, deferred } = selection;
  execution.work.countNodes(fields.length);
  let { bytes } = selection;
  for (const field of fields) {
    const { plainType } = field;
    if (plainType !== undefined) {
      const value = memberOf(source, field);
      if (typeof value === plainType) {
        result[field.responseName] = value;
        if (typeof value === 'string') bytes += value.length;
        continue;
      }
    }
    const completed =
      field.resolve === undefined
        ? readField(execution, field, source, result, path)
        : executeField(execution, source, fieldPath(field, result, path));
    if (completed === failed) return false;
    result[field.responseName] = completed;
  }
  execution.countBytes(bytes);
  if (deferred.length > 0) execution.delivery?.defer(execution, deferred, source, path, result);
  return true;
}

/** Reads a field without a resolver. Most leaves are completed at once, and need no path. */
function readField(
  execution: Execution,
  field: CompiledField,
  source: unknown,
  result: object,
  parentPath: ResultPath | undefined,
): unknown {
  const { type } = field;
  const value = memberOf(source, field);
  if (value == null && type.isNullable) return null;
  const isPlainLeaf = type.kind === 'leaf' && value != null && typeof value !== 'object';
  if (!isPlainLeaf) {
    return completeValue(execution, type, value, fieldPath(field, result, parentPath));
  }
  try {
    return completeLeaf(execution, type, value);
  } catch (error) {
    return execution.fail(error, fieldPath(field, result, parentPath));
  }
}

/** The parent of a field without a resolver is an object. */
const memberOf = (source: unknown, { fieldName }: CompiledField): unknown =>
  (source as Readonly<Record<string, unknown>>)[fieldName];

const fieldPath = (
  field: CompiledField,
  result: object,
  parentPath: ResultPath | undefined,
): ResultPath =>
  new ResultPath(parentPath, field.responseName, field, result, field.type.isNullable);

/** The completed value of a field, or null in place of a pending one. */
function executeField(execution: Execution, source: unknown, path: ResultPath): unknown {
  if (execution.work.isSliceFull) {
    return completeLater(execution, path, () => executeField(execution, source, path));
  }
  const { resolve, readArguments, type } = path.field;
  let value: unknown;
  try {
    const info = infoFor(execution, path);
    value = resolve?.(source, readArguments(execution.variables), execution.context, info);
  } catch (error) {
    return execution.fail(error, path);
  }
  return completeValue(execution, type, value, path);
}

function completePromise(
  execution: Execution,
  type: CompiledType,
  promise: Promise<unknown>,
  path: ResultPath,
): null {
  const { work } = execution;
  execution.addPending();
  work.addWeight(promiseWeight);
  promise.then(
    (value: unknown) =>
      work.attempt(() => execution.putPending(completeValue(execution, type, value, path), path)),
    (error: unknown) => {
      const putError = (): void => execution.putPending(execution.fail(error, path), path);
      // One rejection may reach fifty thousand fields in the same turn.
      if (work.isSliceFull) work.schedule(putError);
      else work.attempt(putError);
    },
  );
  return null;
}

function completeLater(execution: Execution, path: ResultPath, complete: () => unknown): null {
  execution.addPending();
  execution.work.schedule(() => execution.putPending(complete(), path));
  return null;
}

/**
 * The completed value; null in place of a promise, whose value is put into the result when it is
 * there.
 */
export function completeValue(
  execution: Execution,
  type: CompiledType,
  value: unknown,
  path: ResultPath,
): unknown {
  if (value == null) {
    return type.isNullable ? null : execution.fail(nonNullError(path.field), path);
  }
  if (value instanceof Promise) return completePromise(execution, type, value, path);
  if (value instanceof Error) return execution.fail(value, path);
  try {
    if (type.kind === 'leaf') return completeLeaf(execution, type, value);
    if (type.kind === 'list') return completeListValue(execution, type, value, path);
    if (execution.work.isSliceFull) {
      return completeLater(execution, path, () => completeValue(execution, type, value, path));
    }
    return completeObjectValue(execution, type, value, path);
  } catch (error) {
    return execution.fail(error, path);
  }
}

function completeLeaf(
  execution: Execution,
  { serialize }: CompiledAs<'leaf'>,
  value: unknown,
): unknown {
  const completed = serialize(value);
  if (typeof completed === 'string') execution.countBytes(completed.length);
  return completed;
}

function completeListValue(
  execution: Execution,
  type: CompiledAs<'list'>,
  value: unknown,
  path: ResultPath,
): unknown {
  if (!Array.isArray(value)) {
    throw new Error(
      `Expected Iterable, but did not find one for field "${coordinateOf(path.field)}".`,
    );
  }
  const { isNullable, itemType } = type;
  const stream = type.stream && execution.delivery?.streamOf(execution, type.stream);
  let isComplete = false;
  try {
    execution.work.countNodes(value.length);
    execution.countBytes(value.length * bytesPerItem);
    // Holds the items, each until its completed value replaces it.
    const result: unknown[] =
      stream === undefined ? value.slice() : value.slice(0, stream.initialCount);
    for (let index = 0; index < result.length; index += 1) {
      const itemPath = new ResultPath(path, index, path.field, result, itemType.isNullable);
      const completed = completeValue(execution, itemType, result[index], itemPath);
      if (completed === failed) return isNullable ? null : failed;
      result[index] = completed;
    }
    if (stream === undefined) isComplete = true;
    else execution.delivery?.stream(execution, type, value, path, result);
    return result;
  } finally {
    if (!isComplete) ignoreRejections(value);
  }
}

/**
 * Nobody may come to wait for these items: their list has failed, or the operation may end before
 * they are streamed.
 */
function ignoreRejections(items: readonly unknown[]): void {
  for (const item of items) {
    if (item instanceof Promise) item.catch(() => undefined);
  }
}

function completeObjectValue(
  execution: Execution,
  type: CompiledAs<'object' | 'abstract'>,
  value: unknown,
  path: ResultPath,
): unknown {
  const selection =
    type.kind === 'object' ? type.selection : selectionFor(execution, type, value, path);
  if (selection.error !== undefined) return execution.fail(selection.error, path);
  const result = createResult(selection);
  if (executeFields(execution, selection, value, result, path)) return result;
  return type.isNullable ? null : failed;
}

function selectionFor(
  execution: Execution,
  { type, selections }: CompiledAs<'abstract'>,
  value: unknown,
  path: ResultPath,
): CompiledSelection {
  const info = infoFor(execution, path);
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const name = resolveType(value, execution.context, info, type);
  const selection = typeof name === 'string' ? selections.get(name) : undefined;
  if (selection !== undefined) return selection;
  throw new Error(
    `${type.name} did not resolve to one of its types at ${coordinateOf(path.field)}.`,
  );
}
