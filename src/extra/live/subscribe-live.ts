import type { GraphQLError } from 'graphql';
import type { Variables } from '../../execution/coercion.js';
import type { ErrorBehavior } from '../../execution/work.js';
import { estimate } from '../../graphql/cost/estimate.js';
import { asGraphQLError, publicError } from '../../graphql/error.js';
import { checkLists } from '../../graphql/list-argument.js';
import { budgetRefusal, type Explain, explainPlan, readExplain } from '../../operation/explain.js';
import type { Mode } from '../../operation/mode.js';
import { type OperationResponse, refusedWith, wholeOf } from '../../operation/result.js';
import { runAgain } from '../../operation/run-operation.js';
import {
  boundedMaxAge,
  type Caller,
  createRequestId,
  usableCredential,
} from '../../operation/operation-request.js';
import { httpError, isExactInJson, isObject } from '../../document/parameters.js';
import type { Run } from '../../operation/execute.js';
import type { Runtime } from '../../operation/runtime.js';
import { intervalRefusal, rateRefusal } from '../../document/live-rate.js';
import type { CheckedOperation } from '../../document/checked-operation.js';
import type { LiveHub } from './live-hub.js';
import type { LiveRequest } from './live-request.js';

type LiveQuery = NonNullable<CheckedOperation['live']>;

/** Each subscription opens a stream of events, which polls of a hub make. */
export const liveMode = (runtime: Runtime, hub: LiveHub): Mode => ({
  open(run) {
    const { live } = run;
    return live === undefined ? undefined : subscribe(runtime, hub, run, live);
  },
});

/**
 * Opens a stream of events, or explains its plan; undefined where the variables do not fit, as the
 * query itself says best.
 */
function subscribe(
  runtime: Runtime,
  hub: LiveHub,
  run: Run,
  live: LiveQuery,
): OperationResponse | undefined {
  const { request, operation, summary, observation } = run;
  const { settings } = runtime;
  const explain = readExplain(request.explain);
  if (request.incremental === undefined && explain !== 'plan') throw transportRefusal();
  const credential = usableCredential(request.credential);
  const variables = request.variables ?? {};
  const listRefusal = checkLists(summary, variables, settings);
  if (listRefusal !== undefined) return refusedWith([listRefusal]);
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
  if (refused !== undefined) return refusedWith([refused]);
  const events = hub.subscribe({
    tenant,
    // Its polls may have got a new tenant since.
    isAccepted: () => runtime.tenantOf(credential).isAccepted,
    live,
    ...pollFor(runtime, run, live.query, explain),
    everySeconds,
    maxAgeSeconds: boundedMaxAge(request, settings) ?? 0,
    lifetime: request.lifetime,
  });
  return { kind: 'events', events };
}

/** What subscribers share a poll by, and how it runs. */
function pollFor(
  runtime: Runtime,
  { request, errorBehavior }: Run,
  query: CheckedOperation,
  explain: Explain,
): Pick<LiveRequest, 'variables' | 'run' | 'report'> {
  const values = request.variables ?? {};
  // Where equal texts do not mean equal variables, the poll is the subscriber's own; so is one that
  // is traced.
  const own = isExactInJson(values) ? explain : request.requestId;
  const variables = canonicalJson([own, errorBehavior, values]);
  return { variables, ...createRun(runtime, request, query, explain, variables) };
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
  query: CheckedOperation,
  explain: Explain,
  text: string,
): Pick<LiveRequest, 'run' | 'report'> => ({
  async run(sentSince, lifetime) {
    // As `canonicalJson` has printed them.
    const [, onError, variables] = JSON.parse(text) as [unknown, ErrorBehavior, Variables];
    const own = { requestId: createRequestId(), variables, onError, sentSince, lifetime };
    const shared = { query: '', credential, client, explain, maxAge: 0, incremental: undefined };
    return wholeOf(await runAgain(runtime, query, { ...shared, ...own })).result;
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
