import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { CompiledField } from '../execution/compile-selection.js';
import { onceFor } from '../base/once.js';
import { ownInfo } from '../execution/execution.js';
import { isUsableId } from '../partner/endpoint.js';
import { PartnerError } from '../partner/error.js';
import type { Context, ObjectRef } from './builder.js';
import type { FieldCost } from './cost/field-cost.js';
import { type ConnectionParts, partsOf, type SelectionSummary } from './cost/selected-field.js';

/** Errors that one field lists beside its value. */
const maxReported = 10;

/** Reads a field of a record by the id of the record, which is empty below `Query`. */
type Read<Args, Value> = (
  context: Context,
  id: string,
  args: Args,
  parts: ConnectionParts,
) => Value;

/** What a field reads, and what that costs. */
export interface FieldRead<Args, Value> {
  readonly cost: FieldCost;
  /** Finds what prefetch has started by it. */
  readonly read: Read<Args, Promise<Value>>;
}

/**
 * The options of a field whose read needs nothing of the record above it but the id, so that
 * prefetch may start it. Its errors are listed beside its value.
 */
export const readField = <
  Value extends { readonly errors: readonly Error[] },
  Args extends InputFieldMap,
>(
  type: ObjectRef<Value>,
  description: string,
  args: Args,
  { cost, read }: FieldRead<InputShapeFromFields<Args>, Value>,
) => ({
  type,
  nullable: true as const,
  description,
  args,
  async resolve(
    parent: object | undefined,
    given: InputShapeFromFields<Args>,
    context: Context,
    info: GraphQLResolveInfo,
  ) {
    const id = parent !== undefined && 'id' in parent ? String(parent.id) : '';
    const own = ownInfo(info);
    const value = await read(context, id, given, selectedParts(own.field, context));
    // Further errors are likely to be the same.
    for (const error of value.errors.slice(0, maxReported)) own.report(error);
    return value;
  },
  // Prefetch coerces the arguments as the resolver gets them.
  ...prefetchedCost(cost, (context, id, given, parts) =>
    read(context, id, given as InputShapeFromFields<Args>, parts),
  ),
});

/** @throws GraphQLError before anything is read, where the selection fails */
function selectedParts(field: CompiledField, { summary }: Context): ConnectionParts {
  const parts = partsOf(field);
  if (parts.error !== undefined) throw parts.error;
  return field.path === summary.exportedPath ? { ...parts, isExported: true } : parts;
}

/**
 * Starts the read of a field when only the id of the record above it is known, empty for the
 * organization. The resolver of the field, which gets the same arguments, finds the read again and
 * reports its failure.
 */
type StartRead = Read<Readonly<Record<string, unknown>>, unknown>;

/** The options of a field that costs requests, which need not wait for the record above it. */
export const prefetchedCost = (cost: FieldCost, start: StartRead) => ({
  extensions: { cost, start },
});

/**
 * Starts the reads below a root field that need only the id of its record: a screen's configuration
 * together with the screen, a playlist's items with the playlist, the organization's collections
 * with the organization.
 */
export function prefetch(
  context: Context,
  info: GraphQLResolveInfo,
  type: string,
  id: string,
): void {
  const { variables, field: root } = ownInfo(info);
  for (const { field, start } of startsOf(context.summary).get(root.path) ?? []) {
    if (field.parentType.name !== type) continue;
    // Requests beyond the budget would fail one by one.
    if (context.prefetched >= context.partner.requestLimit) return;
    context.prefetched += 1;
    try {
      const started = start(
        context,
        id,
        field.readArguments(variables),
        selectedParts(field, context),
      );
      if (started instanceof Promise) started.catch(() => undefined);
    } catch {
      // The field's own resolver refuses unusable arguments and selections.
    }
  }
}

interface PrefetchedField {
  readonly field: CompiledField;
  readonly start: StartRead;
}

/**
 * Fields below a root field whose reads can be started, by its path. Asked for each item of a list
 * under each alias.
 */
const startsOf = onceFor(
  ({ fields: roots }: SelectionSummary): ReadonlyMap<string, PrefetchedField[]> => {
    const starts = new Map<string, PrefetchedField[]>();
    for (const { path, fields } of roots) {
      for (const { field } of fields) {
        // Only `prefetchedCost` writes this extension.
        const start = field.definition.extensions['start'] as StartRead | undefined;
        if (start !== undefined) starts.set(path, [...(starts.get(path) ?? []), { field, start }]);
      }
    }
    return starts;
  },
);

/**
 * The id by which one record refers to another. Throws UPSTREAM_INVALID_RESPONSE for an unusable
 * one: no client sent it.
 */
export function linkedId(endpoint: { readonly id: string }, id: string): string {
  if (isUsableId(id)) return id;
  const message = 'The record refers to another one by an id that is unusable.';
  throw new PartnerError('UPSTREAM_INVALID_RESPONSE', message, { operation: endpoint.id });
}
