import { randomUUID } from 'node:crypto';
import { answer } from './answer.js';
import { authenticate } from './credential.js';
import { createTenants, type Tenant } from './data/organization.js';
import { createDocsPage } from './docs/page.js';
import { envelopeReply, jsonReply, Refusal, type Reply } from './envelope.js';
import { befall, createFaultPlan, type FaultPlan } from './fault.js';
import { createOpenApiDocument } from './openapi/document.js';
import { settleSize, type SimulatorFault, type SimulatorOptions } from './options.js';
import { createHiding, type IsHidden } from './page.js';
import { servePicture } from './picture.js';
import { createQuota, type Quota } from './quota.js';
import { findRoute, type Route } from './route.js';

/** A request, as far as the service looks at it. */
export interface Call {
  readonly method: string;
  /** Raw path without {base_url}. */
  readonly path: string;
  /** Raw query without the question mark. */
  readonly query: string;
  readonly authorization: readonly string[];
  readonly hasBody: boolean;
}

/** The answer to a call; `operation` is absent for what is no API request: documentation and pictures. */
export interface Outcome {
  readonly reply: Reply;
  readonly operation?: string;
  readonly latencyMs: number;
}

export interface Service {
  handle(call: Call): Outcome;
  setFaults(faults: readonly SimulatorFault[]): void;
}

interface Context {
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly quota: Quota;
  readonly isHidden: IsHidden;
  readonly now: () => Date;
  readonly requireHttps: boolean;
}

/** The Partner API without its sockets. */
export function createService(options: SimulatorOptions, baseUrl: string): Service {
  const now = options.now ?? (() => new Date());
  const context: Context = {
    tenants: createTenants(settleSize(options.size), baseUrl),
    quota: createQuota(options.quota, now),
    isHidden: createHiding(options.hiddenEvery, options.emptyPages),
    now,
    requireHttps: options.requireHttps ?? false,
  };
  const faults = createFaultPlan(options.faults);
  return {
    handle: (call) =>
      serveOpenly(call, context, baseUrl) ?? serveApi(call, context, faults, options.latencyMs ?? 0),
    setFaults: (wanted) => faults.replace(wanted),
  };
}

/** What needs no credential (contract, "What the service does"; the pictures are ours). */
function serveOpenly({ path, query }: Call, { tenants }: Context, baseUrl: string): Outcome | undefined {
  if (path === '/api/partner/openapi.json') {
    return { reply: jsonReply(createOpenApiDocument(baseUrl), openly), latencyMs: 0 };
  }
  if (path === '/api/partner/docs') {
    return { reply: createDocsPage(createOpenApiDocument(baseUrl)), latencyMs: 0 };
  }
  if (path.startsWith('/assets/'))
    return { reply: servePicture(path, query, tenants.values()), latencyMs: 0 };
  return undefined;
}

/** A generated client or an editor in a browser may read the contract from anywhere. */
const openly = { 'access-control-allow-origin': '*' };

function serveApi(call: Call, context: Context, faults: FaultPlan, latencyMs: number): Outcome {
  const route = findRoute(call.path);
  const operation = route?.operation.id ?? 'unknown';
  const fault = faults.next(operation, route?.id);
  const requestId = `req_${randomUUID()}`;
  const reply = settle(requestId, () => {
    befall(fault); // a fault stands in front of the service, as a broken gateway would
    return answerCall(call, route, context);
  });
  return { reply, operation, latencyMs: latencyMs + (fault?.latencyMs ?? 0) };
}

/** The order of the checks is not shown in the contract; ours goes from the connection to the resource. */
function answerCall(call: Call, route: Route | undefined, context: Context): unknown {
  if (context.requireHttps) throw new Refusal(426, 'HTTPS is required.');
  const { credential, organizationId, scopes } = authenticate(call.authorization);
  context.quota.spend(credential);
  if (!route) throw new Refusal(404, 'There is no such path.');
  const { scope } = route.operation;
  if (scope !== undefined && !scopes.includes(scope)) {
    throw new Refusal(403, `The credential lacks the scope ${scope}.`, { details: { requiredScope: scope } });
  }
  if (call.method !== 'GET') throw new Refusal(400, `Every operation is a GET, not a ${call.method}.`);
  if (call.hasBody) throw new Refusal(400, 'A request carries no body.');
  const tenant = context.tenants.get(organizationId);
  if (!tenant) throw new Refusal(401, 'The credential belongs to no organization.');
  const query = new URLSearchParams(call.query);
  return answer(route, { tenant, query, isHidden: context.isHidden, now: context.now() });
}

function settle(requestId: string, work: () => unknown): Reply {
  const headers = { 'x-request-id': requestId };
  try {
    return jsonReply(work(), headers);
  } catch (error) {
    // Our own mistake must not end the process that we are a guest in.
    const refusal =
      error instanceof Refusal ? error : new Refusal(500, `The simulator failed: ${String(error)}`);
    const reply = envelopeReply(refusal, requestId);
    return { ...reply, headers: { ...reply.headers, ...headers } };
  }
}
