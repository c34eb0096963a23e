import { cacheExchange, Client, fetchExchange, mapExchange, type OperationResult } from 'urql';
import { readErrors } from '../error/read-error.js';
import { type Session, tokenHeader } from '../session/session.js';
import type { Cost, CostStore } from './cost.js';

export interface ClientOptions {
  readonly session: Session;
  readonly costs: CostStore;
  /** Called when the server no longer knows the session. */
  readonly onSessionEnded: () => void;
}

/**
 * The GraphQL client of one session. Each session gets its own, so the cache never holds data of another organization.
 * It calls the backend-for-frontend, as a partner's own page would call its own server.
 */
export function createClient({ session, costs, onSessionEnded }: ClientOptions): Client {
  return new Client({
    url: '/dashboard/graphql',
    // Keeps cursors and variables out of addresses and access logs.
    preferGetMethod: false,
    fetchOptions: { headers: { [tokenHeader]: session.token } },
    exchanges: [
      cacheExchange,
      // After the cache: only results from the network have a cost.
      mapExchange({
        onResult(result) {
          recordCost(costs, result);
          if (readErrors(result.error).some(({ code }) => code === 'SESSION_ENDED')) onSessionEnded();
        },
      }),
      fetchExchange,
    ],
  });
}

function recordCost(costs: CostStore, { operation, extensions }: OperationResult): void {
  // The façade adds `extensions.upstream` of this shape to every response that reached the Partner API.
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
