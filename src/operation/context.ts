import type { Context } from '../graphql/builder.js';
import type { Session } from '../loaders/session.js';
import { PartnerError } from '../partner/error.js';
import type { CheckedOperation } from './documents/checked-operation.js';

/** What the resolvers of one operation share. */
export const createContext = (
  { selectionSummary }: CheckedOperation,
  session: Session | undefined,
  maxPageSize: number,
): Context => ({
  maxPageSize,
  partner: session ?? noSession,
  selectionSummary,
  connections: new Map(),
  prefetched: 0,
  noted: undefined,
});

/** Only introspection is executed without a session, and its resolvers use none. */
const noSession = new Proxy({} as Session, {
  get() {
    throw new PartnerError('UNAUTHENTICATED', 'The request has no credential to read the Partner API with.');
  },
});
