import type { GraphQLError } from 'graphql';
import { collections } from '../partner/collection.js';
import { Cancellation, reportedCode } from '../partner/error.js';
import { getOrganization } from '../partner/organization.js';

/** Ids of failed requests that the log has of one operation. */
const maxUpstreamIds = 10;

/** Breaches of the contract that are reported of one operation; further ones are likely to be the same. */
export const maxBreaches = 5;

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
      const { requestId } = error.extensions;
      const name = codeOf(error);
      this.codes.set(name, (this.codes.get(name) ?? 0) + 1);
      this.hasFaults ||= !isMissingId(error);
      // The error envelope's reader has scrubbed the id.
      if (typeof requestId === 'string' && this.upstreamRequestIds.size < maxUpstreamIds)
        this.upstreamRequestIds.add(requestId);
      if (isBreach(error) && this.breaches.size < maxBreaches) this.breaches.add(error.message);
    }
  }
}

/** Of public errors, only those of a cancelled operation have an original one. */
function codeOf({ originalError, extensions: { code } }: GraphQLError): string {
  if (originalError instanceof Cancellation) return reportedCode(originalError);
  return typeof code === 'string' ? code : 'unknown';
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
