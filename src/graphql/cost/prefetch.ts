import type { GraphQLResolveInfo } from 'graphql';
import { fromVariableValues } from '../../execution/coercion.js';
import type { Context } from '../builder.js';
import type { ConnectionParts } from '../page-arguments.js';
import type { FieldCost } from './field-cost.js';

/**
 * Starts the read of a field when only the id of the record above it is known, empty for the organization. The resolver of
 * the field, which gets the same arguments, finds the read again and reports its failure.
 */
export type StartRead = (
  context: Context,
  id: string,
  args: Readonly<Record<string, unknown>>,
  parts: ConnectionParts,
) => unknown;

/** The options of a field that costs requests, which need not wait for the record above it. */
export const prefetchedCost = (cost: FieldCost, start: StartRead) => ({ extensions: { cost, start } });

/**
 * Starts the reads below a root field that need only the id of its record: a screen's configuration together with the
 * screen, a playlist's items with the playlist, the organization's collections with the organization.
 */
export function prefetch(context: Context, info: GraphQLResolveInfo, type: string, id: string): void {
  const variables = fromVariableValues(info.variableValues);
  const { key } = info.path;
  for (const field of context.selectionSummary) {
    if (field.path !== key) continue;
    for (const below of field.fields) {
      // Only `prefetchedCost` writes this extension.
      const start = below.definition.extensions['start'] as StartRead | undefined;
      if (start === undefined || below.parentType !== type || !below.isIncluded(variables)) continue;
      // Requests beyond the budget would fail one by one.
      if (context.prefetched >= context.partner.requestLimit) return;
      context.prefetched += 1;
      const parts = {
        items: below.showsItems(variables),
        total: below.showsTotal(variables),
        isExported: below.path === context.exportedPath,
      };
      try {
        const started = start(context, id, below.coerceArguments(variables), parts);
        if (started instanceof Promise) started.catch(() => undefined);
      } catch {
        // The field's own resolver refuses unusable arguments.
      }
    }
  }
}
