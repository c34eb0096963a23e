import { randomUUID } from 'node:crypto';
import { authenticate } from './credential.js';
import { createTenants, type Tenant } from './data/organization.js';
import { createDocsPage } from './docs/page.js';
import { errorResponse, jsonResponse, Refusal, type ServiceResponse } from './envelope.js';
import { createFaultPlan, type FaultPlan, raise } from './fault.js';
import { createOpenApiDocument } from './openapi/document.js';
import { resolveSize, type SimulatorFault, type SimulatorOptions } from './options.js';
import { createHiding, type IsHidden } from './page.js';
import { servePicture } from './picture.js';
import { createQuota, type Quota } from './quota.js';
import { findRoute, type Route } from './route.js';
import { successBody } from './success-body.js';

/** The parts of a request that the service reads. */
export interface ServiceRequest {
  readonly method: string;
  /** Raw path without {base_url}. */
  readonly path: string;
  /** Raw query without the question mark. */
  readonly query: string;
  readonly authorization: readonly string[];
  readonly hasBody: boolean;
}

/** The response to a request; `operation` is absent for documentation and pictures. */
export interface Exchange {
  readonly response: ServiceResponse;
  readonly operation?: string;
  readonly latencyMs: number;
}

export interface Service {
  handle(request: ServiceRequest): Exchange;
  setFaults(faults: readonly SimulatorFault[]): void;
}

interface State {
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly quota: Quota;
  readonly isHidden: IsHidden;
  readonly now: () => Date;
  readonly requireHttps: boolean;
  readonly latencyMs: number;
}

/** The Partner API without its sockets. */
export function createService(options: SimulatorOptions, baseUrl: string): Service {
  const now = options.now ?? (() => new Date());
  const state: State = {
    tenants: createTenants(resolveSize(options.size), baseUrl),
    quota: createQuota(options.quota, now),
    isHidden: createHiding(options.hiddenEvery, options.emptyPages),
    now,
    requireHttps: options.requireHttps ?? false,
    latencyMs: options.latencyMs ?? 0,
  };
  const faults = createFaultPlan(options.faults);
  return {
    handle: (request) => servePublic(request, state, baseUrl) ?? serveApi(request, state, faults),
    setFaults: (given) => faults.replace(given),
  };
}

/** Paths without a credential (contract, "What the service does"; the pictures are ours). */
function servePublic(
  { path, query }: ServiceRequest,
  { tenants }: State,
  baseUrl: string,
): Exchange | undefined {
  if (path === '/api/partner/openapi.json') {
    return { response: jsonResponse(createOpenApiDocument(baseUrl), anyOrigin), latencyMs: 0 };
  }
  if (path === '/api/partner/docs') {
    return { response: createDocsPage(createOpenApiDocument(baseUrl)), latencyMs: 0 };
  }
  if (path.startsWith('/assets/')) {
    return { response: servePicture(path, query, tenants.values()), latencyMs: 0 };
  }
  return undefined;
}

/** Browser tools of any origin read the contract. */
const anyOrigin = { 'access-control-allow-origin': '*' };

function serveApi(request: ServiceRequest, state: State, faults: FaultPlan): Exchange {
  const route = findRoute(request.path);
  const operation = route?.operation.id ?? 'unknown';
  const fault = faults.next(operation, route?.id);
  const requestId = `req_${randomUUID()}`;
  const response = respond(requestId, () => {
    raise(fault); // before any check, like a broken gateway
    return readBody(request, route, state);
  });
  return { response, operation, latencyMs: state.latencyMs + (fault?.latencyMs ?? 0) };
}

/**
 * The contract does not show the order of the checks; ours goes from the connection to the
 * resource.
 */
function readBody(request: ServiceRequest, route: Route | undefined, state: State): unknown {
  if (state.requireHttps) throw new Refusal(426, 'HTTPS is required.');
  const { credential, organizationId, scopes } = authenticate(request.authorization);
  state.quota.spend(credential);
  if (!route) throw new Refusal(404, 'The path does not exist.');
  const { scope } = route.operation;
  if (scope !== undefined && !scopes.includes(scope)) {
    throw new Refusal(403, `The credential lacks the scope ${scope}.`, {
      details: { requiredScope: scope },
    });
  }
  if (request.method !== 'GET') {
    throw new Refusal(400, `Every operation is a GET, not ${request.method}.`);
  }
  if (request.hasBody) throw new Refusal(400, 'A request must have no body.');
  const tenant = state.tenants.get(organizationId);
  if (!tenant) throw new Refusal(401, 'The credential belongs to no organization.');
  const query = new URLSearchParams(request.query);
  return successBody(route, { tenant, query, isHidden: state.isHidden, now: state.now() });
}

function respond(requestId: string, read: () => unknown): ServiceResponse {
  const headers = { 'x-request-id': requestId };
  try {
    return jsonResponse(read(), headers);
  } catch (error) {
    // A defect of the simulator must not end a process that embeds it.
    const refusal =
      error instanceof Refusal ? error : new Refusal(500, `The simulator failed: ${String(error)}`);
    const response = errorResponse(refusal, requestId);
    return { ...response, headers: { ...response.headers, ...headers } };
  }
}
