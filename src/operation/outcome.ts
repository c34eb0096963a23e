import type { GraphQLError } from 'graphql';
import { collections } from '../partner/collection.js';
import { getOrganization } from '../partner/organization.js';

/**
 * How an operation ended. `ok`: without errors, or with no others than of ids that do not exist. `partial`: with other
 * errors, and some root field has a value. `failed`: with other errors, and no root field has a value. `refused`: it was not
 * executed. `abandoned`: its client left before the response was complete.
 */
export type OperationOutcome = 'ok' | 'partial' | 'failed' | 'refused' | 'abandoned';

/** As much of a result, or of an entry of `incremental`, as is observed. */
export interface ResultPart {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly GraphQLError[] | undefined;
}

/** The outcome of an operation whose client has not left. */
export function outcomeOf(
  initial: ResultPart | undefined,
  errors: ErrorSummary | undefined,
): OperationOutcome {
  if (errors?.codes.has('INTERNAL_SERVER_ERROR') === true && initial?.data == null) return 'failed';
  if (initial?.data === undefined) return 'refused';
  if (errors?.hasFaults !== true) return 'ok';
  return isAllNull(initial.data) ? 'failed' : 'partial';
}

const isAllNull = (data: Readonly<Record<string, unknown>> | null): boolean =>
  data === null || Object.values(data).every((value) => value === null);

/** Ids of failed requests that the log has of one operation. */
const maxUpstreamIds = 10;

/** Breaches of the contract that are reported of one operation; further ones are likely to be the same. */
const maxBreaches = 5;

/** What the errors of one operation tell an operator. */
export class ErrorSummary {
  /** How many errors have each code. */
  readonly codes = new Map<string, number>();
  /** Whether an error says more than that an id does not exist. */
  hasFaults = false;
  /** The Partner API's ids of failed requests. */
  readonly upstreamRequestIds = new Set<string>();
  /** Messages about responses that break the contract. */
  readonly breaches = new Set<string>();

  add(errors: readonly GraphQLError[]): void {
    for (const error of errors) {
      const { code, requestId } = error.extensions;
      const name = typeof code === 'string' ? code : 'unknown';
      this.codes.set(name, (this.codes.get(name) ?? 0) + 1);
      this.hasFaults ||= !isMissingId(error);
      // The error envelope's reader has scrubbed the id.
      if (typeof requestId === 'string' && this.upstreamRequestIds.size < maxUpstreamIds)
        this.upstreamRequestIds.add(requestId);
      if (isBreach(error) && this.breaches.size < maxBreaches) this.breaches.add(error.message);
    }
  }
}

/**
 * Whether an error says that an id does not exist, which is no concern of an operator. The paths of the organization and of
 * the lists have no id: where they are missing, `PARTNER_API_URL` is wrong.
 */
const isMissingId = ({ extensions }: GraphQLError): boolean =>
  extensions['code'] === 'NOT_FOUND' && !isWithoutId(extensions['operation']);

const isWithoutId = (endpointId: unknown): boolean =>
  endpointId === getOrganization.id || collections.some(({ list }) => list.id === endpointId);

/** The message about a 200 that breaks the contract is ours; that of any other error may quote the upstream. */
const isBreach = ({ extensions }: GraphQLError): boolean =>
  extensions['code'] === 'UPSTREAM_INVALID_RESPONSE' && extensions['status'] === 200;
