import { randomUUID } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import { type Estimate, estimate } from '../../graphql/cost/estimate.js';
import { refusal } from '../../graphql/error.js';
import { checkLists } from '../../graphql/list-argument.js';
import type { Session } from '../../loaders/session.js';
import type { Tenant } from '../../tenant/tenant.js';
import type { CheckedOperation } from '../documents/checked-operation.js';
import { budgetRefusal, explainPlan, readExplain } from '../explain.js';
import { isIncremental, type OperationResponse } from '../incremental.js';
import { credentialRefusal, type OperationRequest } from '../operation-request.js';
import { isExactInJson } from '../parameters.js';
import type { OperationResult } from '../result.js';
import type { Runtime } from '../runtime.js';
import { maxSeconds, overBudget } from './live-hub.js';

type Live = NonNullable<CheckedOperation['live']>;

/**
 * Opens a stream of events, or says why not.
 *
 * @param runQuery runs the query of the subscription once
 */
export function subscribeLive(
  runtime: Runtime,
  request: OperationRequest,
  live: Live,
  runQuery: (request: OperationRequest) => Promise<OperationResponse>,
): OperationResponse {
  const explain = readExplain(request.explain);
  if (!request.acceptsIncremental && explain !== 'plan') return { errors: [transportRefusal()] };
  if (request.credential.kind !== 'usable') return { errors: [credentialRefusal(request.credential.kind)] };
  const variables = request.variables ?? {};
  isExactInJson(variables);
  const listRefusal = checkLists(live.query.selectionSummary, variables, runtime.settings);
  if (listRefusal !== undefined) return { errors: [listRefusal] };
  const everySeconds = readSeconds(live, variables, runtime.settings.LIVE_MIN_SECONDS);
  const tenant = runtime.tenantOf(request.credential.credential);
  const { cost, session } = estimateLive(runtime, request, live.query, tenant);
  if (explain === 'plan') return explainLive(cost, session, everySeconds);
  const refused =
    budgetRefusal(cost, session.requestLimit) ?? checkRate(cost, everySeconds, runtime.settings);
  if (refused !== undefined) return { errors: [refused] };
  const stream = runtime.live.subscribe({
    tenant,
    live,
    variables: JSON.stringify(variables),
    everySeconds,
    run: async (sentSince, onStop) => asResult(await runQuery(pollRequest(request, sentSince, onStop))),
  });
  request.onLeave(() => void stream.return());
  return stream;
}

const pollRequest = (
  request: OperationRequest,
  sentSince: number,
  onLeave: OperationRequest['onLeave'],
): OperationRequest => ({
  ...request,
  maxAge: undefined,
  sentSince,
  explain: undefined,
  acceptsIncremental: false,
  requestId: randomUUID(),
  onLeave,
});

function asResult(response: OperationResponse): OperationResult {
  if (!isIncremental(response)) return response;
  throw new Error('A poll accepts no incremental delivery.');
}

/** Opening a session sends nothing. */
function estimateLive(
  { openSession }: Runtime,
  { requestId, variables }: OperationRequest,
  operation: CheckedOperation,
  tenant: Tenant,
): { readonly cost: Estimate; readonly session: Session } {
  const options = { credential: '', tenant, requestId, operation, variables: '', isTraced: false };
  const session = openSession({ ...options, headers: undefined });
  return { cost: estimate(operation.selectionSummary, variables ?? {}, session), session };
}

function explainLive(cost: Estimate, session: Session, everySeconds: number): OperationResult {
  const { data, extensions } = explainPlan(cost, session);
  const upstream = extensions?.upstream;
  const requestsPerMinute = (cost.atMost * 60) / everySeconds;
  return { data: data ?? {}, extensions: upstream ? { upstream: { ...upstream, requestsPerMinute } } : {} };
}

/** A subscription whose every poll needs too many requests is refused before the first. */
function checkRate(
  { atLeast }: Estimate,
  everySeconds: number,
  { LIVE_REQUESTS_PER_MINUTE: limit }: Runtime['settings'],
): GraphQLError | undefined {
  return (atLeast * 60) / everySeconds > limit ? overBudget(atLeast, everySeconds, limit, limit) : undefined;
}

/** @throws GraphQLError BAD_USER_INPUT */
function readSeconds(live: Live, variables: Readonly<Record<string, unknown>>, minSeconds: number): number {
  // Where the variables do not fit, the first poll says so.
  const seconds = live.everySeconds(variables) ?? maxSeconds;
  if (seconds >= minSeconds && seconds <= maxSeconds) return seconds;
  throw refusal(
    `everySeconds is ${seconds}, and must be ${minSeconds} (LIVE_MIN_SECONDS) to ${maxSeconds}.`,
    'BAD_USER_INPUT',
  );
}

const transportRefusal = (): GraphQLError =>
  refusal(
    'A subscription is served as a stream: send "Accept: text/event-stream", or "Accept: multipart/mixed;subscriptionSpec=1.0".',
    'GRAPHQL_VALIDATION_FAILED',
  );
