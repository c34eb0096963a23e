import type { Settings } from '../config.js';
import type { ErrorBehavior } from '../execution/work.js';
import { quote } from '../partner/quote.js';
import type { OperationRequest } from './operation-request.js';
import { badRequest } from './parameters.js';

const behaviors: ReadonlyMap<unknown, ErrorBehavior> = new Map(
  (['PROPAGATE', 'NULL', 'HALT'] as const).map((behavior) => [behavior, behavior]),
);

/**
 * What the errors of an operation do: the member `onError` of its request, as the draft of the GraphQL specification has
 * it, or `extensions.onError`, for clients that send no members of their own.
 *
 * @throws GraphQLError with HTTP status 400 for an unknown value
 */
export function readErrorBehavior(
  { onError, extensions }: Pick<OperationRequest, 'onError' | 'extensions'>,
  { ERROR_BEHAVIOR }: Settings,
): ErrorBehavior {
  // Ignored, as any unknown member.
  if (!ERROR_BEHAVIOR) return 'PROPAGATE';
  const wanted = onError ?? extensions?.['onError'] ?? 'PROPAGATE';
  const behavior = behaviors.get(wanted);
  if (behavior !== undefined) return behavior;
  const shown = typeof wanted === 'string' ? quote(wanted, 50) : `of type ${typeof wanted}`;
  throw badRequest(`onError is ${shown}, and must be "PROPAGATE", "NULL" or "HALT".`);
}
