import { cacheExchange, Client, fetchExchange, mapExchange, type OperationResult } from 'urql';
import { readErrors } from '../error/read-error.js';
import { type Session, tokenHeader } from '../session/session.js';
import type { Cost, CostStore } from './cost.js';

export interface ClientOptions {
  readonly session: Session;
  readonly costs: CostStore;
  /** Called when the server does not know the session any more. */
  readonly sessionEnded: () => void;
}

/**
 * The GraphQL client of one session: a new session gets a new one, so nothing of another organization is left in the
 * cache. It asks the backend-for-frontend; a partner's own page would ask its own server likewise.
 */
export function createClient({ session, costs, sessionEnded }: ClientOptions): Client {
  return new Client({
    url: '/dashboard/graphql',
    // The façade's cursors and variables do not belong into addresses and their logs.
    preferGetMethod: false,
    fetchOptions: { headers: { [tokenHeader]: session.token } },
    exchanges: [
      cacheExchange,
      // Behind the cache: only what really came over the network has cost anything.
      mapExchange({
        onResult(result) {
          recordCost(costs, result);
          if (readErrors(result.error).some(({ code }) => code === 'SESSION_ENDED')) sessionEnded();
        },
      }),
      fetchExchange,
    ],
  });
}

function recordCost(costs: CostStore, { operation, extensions }: OperationResult): void {
  // The façade's own promise: `extensions.upstream` of every response that reached the Partner API.
  const cost = extensions?.['upstream'] as Cost | undefined;
  if (cost === undefined) return;
  const view: unknown = operation.context['view'];
  costs.record(typeof view === 'string' ? view : '', operation.key, { name: nameOf(operation), cost });
}

function nameOf({ query }: OperationResult['operation']): string {
  for (const definition of query.definitions)
    if (definition.kind === 'OperationDefinition') return definition.name?.value ?? 'unnamed';
  return 'unnamed';
}
