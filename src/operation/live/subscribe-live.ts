import type { GraphQLError } from 'graphql';
import type { Variables } from '../../execution/coercion.js';
import type { ErrorBehavior } from '../../execution/work.js';
import { type Estimate, estimate } from '../../graphql/cost/estimate.js';
import { asGraphQLError, publicError } from '../../graphql/error.js';
import { checkLists } from '../../graphql/list-argument.js';
import type { Session } from '../../loaders/session.js';
import type { Tenant } from '../../tenant/tenant.js';
import type { CheckedOperation } from '../documents/checked-operation.js';
import { readErrorBehavior } from '../error-behavior.js';
import { budgetRefusal, type Explain, explainPlan, readExplain } from '../explain.js';
import { isIncremental, type OperationResponse, type OperationResult } from '../result.js';
import { boundedMaxAge } from '../max-age.js';
import { createRequestId, credentialRefusal, type OperationRequest } from '../operation-request.js';
import { httpError, isExactInJson, isObject } from '../parameters.js';
import type { Runtime } from '../runtime.js';
import { intervalRefusal, pollRefusal } from './live-rate.js';
import type { LiveRequest } from './live-request.js';

type Live = NonNullable<CheckedOperation['live']>;

/** Runs the query of a subscription once. */
type RunQuery = (request: OperationRequest) => Promise<OperationResponse>;

/** Opens a stream of events, or says why not; undefined where the variables do not fit, as the query itself says best. */
export function subscribeLive(
  runtime: Runtime,
  request: OperationRequest,
  live: Live,
  runQuery: RunQuery,
): OperationResponse | undefined {
  const { settings } = runtime;
  const explain = readExplain(request.explain);
  if (request.incremental === undefined && explain !== 'plan') return { errors: [transportRefusal()] };
  if (request.credential.kind !== 'usable') return { errors: [credentialRefusal(request.credential.kind)] };
  const variables = request.variables ?? {};
  const listRefusal = checkLists(live.query.selectionSummary, variables, settings);
  if (listRefusal !== undefined) return { errors: [listRefusal] };
  const everySeconds = live.everySeconds(variables);
  if (everySeconds === undefined) return undefined;
  const misfit = intervalRefusal(everySeconds, settings);
  if (misfit !== undefined) return { errors: [misfit] };
  const { credential } = request.credential;
  const tenant = runtime.tenantOf(credential);
  const { cost, session } = estimateLive(runtime, request, live.query, tenant);
  if (explain === 'plan') return explainLive(cost, session, everySeconds);
  const refused = budgetRefusal(cost, session.requestLimit) ?? pollRefusal(cost, everySeconds, settings);
  if (refused !== undefined) return { errors: [refused] };
  const poll = pollOf(request, explain);
  // Where equal texts do not mean equal variables, the poll is the subscriber's own; so is one that is traced.
  const kind = isExactInJson(variables) ? explain : request.requestId;
  const text = canonicalJson([kind ?? null, readErrorBehavior(request, settings), variables]);
  return runtime.parts.live.subscribe({
    tenant,
    // Its polls may have got a new tenant since.
    isAccepted: () => runtime.tenantOf(credential).isAccepted,
    live,
    variables: text,
    everySeconds,
    maxAgeSeconds: boundedMaxAge(request, settings) ?? 0,
    run: createRun(poll, text, runQuery),
    onLeave: request.onLeave,
    report: (error) => publicError(asGraphQLError(error), () => runtime.report(error, poll)),
  });
}

/** What each poll needs of a request: the rest of the client that happened to be the first is not kept. */
const pollOf = ({ credential, requestId, client }: OperationRequest, explain: Explain): OperationRequest => ({
  query: '',
  credential,
  requestId,
  client,
  maxAge: 0,
  explain,
  incremental: undefined,
  onLeave: () => () => undefined,
});

/**
 * A function of its own, as closures of one function keep each other's variables.
 *
 * @param text the error behavior and the variables, which take more memory as values
 */
const createRun =
  (poll: OperationRequest, text: string, runQuery: RunQuery): LiveRequest['run'] =>
  async (sentSince, onLeave) => {
    // As `canonicalJson` has printed them.
    const [, onError, variables] = JSON.parse(text) as [unknown, ErrorBehavior, Variables];
    const own = { onError, variables, sentSince, onLeave, requestId: createRequestId() };
    const response = await runQuery({ ...poll, ...own });
    if (!isIncremental(response)) return response;
    throw new Error('A poll accepts no incremental delivery.');
  };

/** JSON in which the order of members does not matter. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

/** Opening a session sends nothing. */
function estimateLive(
  runtime: Runtime,
  { requestId, variables }: OperationRequest,
  operation: CheckedOperation,
  tenant: Tenant,
): { readonly cost: Estimate; readonly session: Session } {
  const options = { credential: '', tenant, requestId, operation, variables: '', isTraced: false };
  const session = runtime.openSession({ ...options, headers: undefined });
  return { cost: estimate(operation.selectionSummary, variables ?? {}, session), session };
}

function explainLive(cost: Estimate, session: Session, everySeconds: number): OperationResult {
  const { data, extensions } = explainPlan(cost, session);
  const upstream = extensions?.upstream;
  const requestsPerMinute = (cost.atMost * 60) / everySeconds;
  return { data: data ?? {}, extensions: upstream ? { upstream: { ...upstream, requestsPerMinute } } : {} };
}

const transportRefusal = (): GraphQLError =>
  httpError(
    406,
    'A subscription is served as a stream: send "Accept: text/event-stream", or "Accept: multipart/mixed;subscriptionSpec=1.0".',
    'GRAPHQL_VALIDATION_FAILED',
  );
