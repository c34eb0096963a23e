import { asGraphQLError, publicError, type ReportUnknown } from '../graphql/error.js';
import { createCost } from '../loaders/budget.js';
import type { Session } from '../loaders/session.js';
import { type CoalescingKey, joinedResponse } from './coalescing.js';
import { InFlightOperation } from './in-flight-operation.js';
import { isIncremental, type OperationResponse } from './incremental.js';
import { OperationObservation } from './observation.js';
import type { Caller } from './operation-request.js';
import type { Runtime } from './runtime.js';

/** Makes what an operation throws its response, and observes it. */
export async function observe(
  runtime: Runtime,
  request: Caller,
  run: (
    observation: OperationObservation,
    report: ReportUnknown,
  ) => OperationResponse | Promise<OperationResponse>,
): Promise<OperationResponse> {
  const observation = new OperationObservation(runtime.observer, request);
  const report: ReportUnknown = (error) => runtime.report(error, request);
  let response: OperationResponse;
  try {
    response = await run(observation, report);
  } catch (error) {
    response = { errors: [publicError(asGraphQLError(error), report)] };
  }
  return observation.observe(response);
}

/** Waits for the response of an equal operation that is in flight; undefined where there is none to join. */
export function joinEqual(
  { coalescing }: Runtime,
  key: CoalescingKey,
  request: Caller,
  observation: OperationObservation,
): Promise<OperationResponse> | undefined {
  const equal = coalescing.find(key);
  if (equal?.response === undefined) return undefined;
  equal.addClient(observation);
  return joinedBy(request, observation, equal.response);
}

async function joinedBy(
  { requestId }: Caller,
  observation: OperationObservation,
  shared: Promise<OperationResponse>,
): Promise<OperationResponse> {
  const response = joinedResponse(await shared, requestId);
  const upstream = isIncremental(response) ? undefined : response.extensions?.upstream;
  observation.cost = createCost(upstream?.shared, upstream?.cached);
  return response;
}

/**
 * Runs an operation once it is admitted, for its client and for all that join it.
 *
 * @param key undefined for an operation that other requests must not join
 * @param run closes the operation when its response is complete
 */
export function admit(
  { admission, coalescing, settings }: Runtime,
  session: Session,
  observation: OperationObservation,
  key: CoalescingKey | undefined,
  run: (inFlight: InFlightOperation) => Promise<OperationResponse>,
): Promise<OperationResponse> {
  const leave = admission.enter(session.tenant);
  const inFlight = new InFlightOperation(session, settings.OPERATION_TIMEOUT_MS);
  inFlight.onClose(leave);
  inFlight.addClient(observation);
  if (key !== undefined) inFlight.onClose(coalescing.add(key, inFlight));
  return (inFlight.response = run(inFlight));
}
