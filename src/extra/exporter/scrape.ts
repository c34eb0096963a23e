import { GraphQLError, OperationTypeNode } from 'graphql';
import type { MeasuredResult } from '../../execution/execution.js';
import type { ReportUnknown } from '../../graphql/error.js';
import type { PagedList } from '../../session/paged-list.js';
import { type Reading, readWhole } from '../../session/reading.js';
import type { Session } from '../../session/session.js';
import { asError, PartnerError } from '../../partner/error.js';
import { media } from '../../partner/media.js';
import { getOrganization } from '../../partner/organization.js';
import { playlists } from '../../partner/playlist.js';
import { screens } from '../../partner/screen.js';
import type { InFlightOperation } from '../../operation/in-flight-operation.js';
import { maxBreaches } from '../../operation/observer.js';
import { type Caller, usableCredential } from '../../operation/operation-request.js';
import {
  finishResult,
  type OperationResult,
  type WholeResponse,
  wholeOf,
} from '../../operation/result.js';
import type { Runtime } from '../../operation/runtime.js';

const readers = {
  organization: (session: Session) => session.get(getOrganization),
  screens: (session: Session) => readExactly(session.collection(screens)),
  playlists: (session: Session) => readExactly(session.collection(playlists)),
  media: (session: Session) => readExactly(session.collection(media)),
};

/**
 * A figure of a list that has shifted is wrong, and nothing tells it from a true one; a collector
 * without success is seen.
 */
async function readExactly<T>(list: PagedList<T>): Promise<Reading<T>> {
  const reading = await readWhole(list);
  list.checkAgreement();
  return reading;
}

export type CollectorName = keyof typeof readers;

type Collected<Name extends CollectorName = CollectorName> = Awaited<
  ReturnType<(typeof readers)[Name]>
>;

/** What each collector has read whole; null where it could not, absent where it was not asked. */
export type Scrape = { readonly [Name in CollectorName]?: Collected<Name> | null };

export const isCollector = (name: string): name is CollectorName => Object.hasOwn(readers, name);

/** In the order in which they are reported. */
export const collectorNames: readonly CollectorName[] = Object.keys(readers).filter(isCollector);

export interface ScrapeResponse extends WholeResponse {
  readonly result: OperationResult & {
    /**
     * Undefined for a scrape that was refused; null where the Partner API has refused the
     * credential.
     */
    readonly data?: Scrape | null;
  };
}

/** The key of equal scrapes. */
const operation = {};

/**
 * Reads an organization for its metrics: an operation like those of a document, with a session,
 * limits and a report of its own, which equal ones may join. It uses no kept responses: a metric
 * has the time of its scrape.
 *
 * @param collectors in the order of `collectorNames`, each once
 * @returns a result whose errors say which collectors have failed
 */
export async function runScrape(
  runtime: Runtime,
  caller: Caller,
  collectors: readonly CollectorName[],
): Promise<ScrapeResponse> {
  const response = await runtime.observe(caller, (observation) => {
    observation.identify('OrganizationMetrics', OperationTypeNode.QUERY);
    const credential = usableCredential(caller.credential);
    const tenant = runtime.tenantOf(credential);
    observation.readsAs(tenant);
    const key = { tenant, operation, variables: collectors.join() };
    const joined = runtime.coalescing.join(key, observation);
    if (joined !== undefined) return joined;
    const summary = { hasLinks: false, startsWithOneRequest: false };
    const session = runtime.openSession(observation, {
      credential,
      summary,
      ...key,
      isTraced: false,
    });
    observation.followCost(session.cost);
    return runtime.admit(session, observation, key, (inFlight) =>
      readCollectors(inFlight, session, collectors, observation.report),
    );
  });
  // What `readCollectors` returns, the clients that join get too; a refusal has no data.
  return wholeOf(response);
}

async function readCollectors(
  inFlight: InFlightOperation,
  session: Session,
  names: readonly CollectorName[],
  report: ReportUnknown,
): Promise<WholeResponse> {
  const errors: GraphQLError[] = [];
  const addError = (name: CollectorName, error: Error): void => {
    errors.push(new GraphQLError(error.message, { path: [name], originalError: error }));
  };
  const read = async (name: CollectorName): Promise<readonly [CollectorName, Collected | null]> => {
    try {
      const collected = await readers[name](session);
      const broken = 'broken' in collected ? collected.broken : [];
      // As many as the log shows: a list may have thousands.
      for (const each of broken.slice(0, maxBreaches)) addError(name, each);
      return [name, collected];
    } catch (error) {
      addError(name, asError(error));
      return [name, null];
    }
  };
  const data = Object.fromEntries(await Promise.all(names.map(read)));
  const response = finishResult(collectedResult(data, errors), session, report);
  inFlight.close();
  return response;
}

/** Without data where the credential is refused: then each collector has the same error. */
function collectedResult(data: Scrape, errors: readonly GraphQLError[]): MeasuredResult {
  if (errors.length === 0) return { data };
  const refused = errors.find(isUnauthenticated);
  return refused === undefined ? { data, errors } : { data: null, errors: [refused] };
}

const isUnauthenticated = ({ originalError }: GraphQLError): boolean =>
  originalError instanceof PartnerError && originalError.code === 'UNAUTHENTICATED';
