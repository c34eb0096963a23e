import type { GraphQLError } from 'graphql';
import type { Variables } from '../../execution/coercion.js';
import type { ErrorBehavior } from '../../execution/work.js';
import { estimate } from '../../graphql/cost/estimate.js';
import { asGraphQLError, publicError } from '../../graphql/error.js';
import { checkLists } from '../../graphql/list-argument.js';
import { budgetRefusal, type Explain, explainPlan, readExplain } from '../../operation/explain.js';
import { type OperationResponse, wholeOf } from '../../operation/result.js';
import {
  boundedMaxAge,
  type Caller,
  createRequestId,
  type OperationRequest,
  usableCredential,
} from '../../operation/operation-request.js';
import { httpError, isExactInJson, isObject } from '../../document/parameters.js';
import type { Run } from '../../operation/execute.js';
import type { Runtime } from '../../operation/runtime.js';
import { intervalRefusal, rateRefusal } from './live-limit.js';
import type { LiveOperation } from '../../document/live-operation.js';
import type { LiveRequest } from './live-request.js';

/** Runs the query of a subscription once. */
type RunQuery = (request: OperationRequest) => Promise<OperationResponse>;

/**
 * Opens a stream of events, or explains its plan; undefined where the variables do not fit, as the
 * query itself says best.
 */
export function subscribeLive(
  runtime: Runtime,
  run: Run,
  live: LiveOperation,
  runQuery: RunQuery,
): OperationResponse | undefined {
  const { request, operation, summary, observation } = run;
  const { settings } = runtime;
  const explain = readExplain(request.explain);
  if (request.incremental === undefined && explain !== 'plan') throw transportRefusal();
  const credential = usableCredential(request.credential);
  const variables = request.variables ?? {};
  const listRefusal = checkLists(summary, variables, settings);
  if (listRefusal !== undefined) return { errors: [listRefusal] };
  const everySeconds = live.everySeconds(variables);
  if (everySeconds === undefined) return undefined;
  const misfit = intervalRefusal(everySeconds, settings);
  if (misfit !== undefined) throw misfit;
  const tenant = runtime.tenantOf(credential);
  observation.readsAs(tenant);
  const read = { credential, tenant, operation, summary, variables: '', isTraced: false };
  const session = runtime.openSession(observation, read);
  const cost = estimate(summary, variables, session);
  if (explain === 'plan') return explainPlan(cost, session, (cost.atMost * 60) / everySeconds);
  const refused =
    budgetRefusal(cost, session.requestLimit) ?? rateRefusal(cost.atLeast, everySeconds, settings);
  if (refused !== undefined) return { errors: [refused] };
  return runtime.parts.live.subscribe({
    tenant,
    // Its polls may have got a new tenant since.
    isAccepted: () => runtime.tenantOf(credential).isAccepted,
    live,
    ...pollFor(runtime, run, explain, runQuery),
    everySeconds,
    maxAgeSeconds: boundedMaxAge(request, settings) ?? 0,
    onLeave: request.onLeave,
  });
}

/** What subscribers share a poll by, and how it runs. */
function pollFor(
  runtime: Runtime,
  { request, errorBehavior }: Run,
  explain: Explain,
  runQuery: RunQuery,
): Pick<LiveRequest, 'variables' | 'run' | 'report'> {
  const values = request.variables ?? {};
  // Where equal texts do not mean equal variables, the poll is the subscriber's own; so is one that
  // is traced.
  const own = isExactInJson(values) ? explain : request.requestId;
  const variables = canonicalJson([own, errorBehavior, values]);
  return { variables, ...createRun(runtime, request, explain, variables, runQuery) };
}

/**
 * What a poll needs of the subscriber that happened to be the first: the rest is not kept. A
 * function of its own, as closures of one function keep each other's variables.
 *
 * @param text the error behavior and the variables, which take more memory as values
 */
const createRun = (
  runtime: Runtime,
  { credential, requestId, client }: Caller,
  explain: Explain,
  text: string,
  runQuery: RunQuery,
): Pick<LiveRequest, 'run' | 'report'> => ({
  async run(sentSince, onLeave) {
    // As `canonicalJson` has printed them.
    const [, onError, variables] = JSON.parse(text) as [unknown, ErrorBehavior, Variables];
    const own = { requestId: createRequestId(), variables, onError, sentSince, onLeave };
    const shared = { query: '', credential, client, explain, maxAge: 0, incremental: undefined };
    return wholeOf(await runQuery({ ...shared, ...own }));
  },
  report: (error) =>
    publicError(asGraphQLError(error), () => runtime.report(error, { credential, requestId })),
});

/** JSON in which the order of members does not matter. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

const transportRefusal = (): GraphQLError =>
  httpError(
    406,
    'A subscription is served as a stream: send "Accept: text/event-stream", or "Accept: multipart/mixed;subscriptionSpec=1.0".',
    'GRAPHQL_VALIDATION_FAILED',
  );
