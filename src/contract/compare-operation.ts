import type { Endpoint } from '../partner/endpoint.js';
import { compareParameters } from './compare-parameter.js';
import { compareSchema, type Comparison } from './compare-schema.js';
import { formatNames, type Report } from './describe-difference.js';
import {
  childOf,
  dereference,
  elementsOf,
  type JsonNode,
  membersOf,
  objectOf,
  rootNode,
} from './document.js';
import { expectedBody } from './expected.js';
import { flatten } from './flatten.js';

/** Compares an endpoint with its path item in the document. */
export function compareEndpoint(endpoint: Endpoint, pathItem: JsonNode, comparison: Comparison): void {
  const { report } = comparison;
  const get = childOf(pathItem, 'get');
  if (get.value === undefined) {
    report('breaking', 'operation removed', { where: endpoint.id, address: pathItem.pointer });
    return;
  }
  compareId(endpoint, get, report);
  compareScope(endpoint, get, report);
  compareAuthentication(endpoint, get, report);
  compareParameters(endpoint, pathItem, report);
  compareResponses(endpoint, get, comparison);
}

/** An id is a name for people: no request depends on it. */
function compareId({ id }: Endpoint, get: JsonNode, report: Report): void {
  const { value, pointer } = childOf(get, 'operationId');
  if (typeof value !== 'string' || value === id) return;
  report('additive', 'operation id changed', { where: id, address: pointer }, value);
}

/** A document may leave scopes out, and is not compared then. */
function compareScope({ id, scope }: Endpoint, get: JsonNode, report: Report): void {
  const documented = documentedScopes(get);
  const names = formatNames(documented);
  const expected = scope ?? 'none';
  if (documented.size === 0 || names === expected) return;
  const detail = `expected: ${expected}; documented: ${names}`;
  report('breaking', 'scope changed', { where: id, address: get.pointer }, detail);
}

/** In `x-required-scope`, `x-required-scopes` or `security`. */
function documentedScopes(get: JsonNode): ReadonlySet<string> {
  const nodes = [
    childOf(get, 'x-required-scope'),
    ...elementsOf(childOf(get, 'x-required-scope')),
    ...elementsOf(childOf(get, 'x-required-scopes')),
    ...securityOf(get).flatMap((requirement) =>
      membersOf(requirement).flatMap(([, list]) => elementsOf(list)),
    ),
  ];
  return new Set(nodes.map(({ value }) => value).filter((value) => typeof value === 'string'));
}

/** The security requirements of the operation, or else of the document. */
function securityOf(get: JsonNode): readonly JsonNode[] {
  const own = childOf(get, 'security');
  return elementsOf(own.value === undefined ? childOf(rootNode(get.root), 'security') : own);
}

/** One of the alternatives must be a bearer credential alone. */
function compareAuthentication({ id }: Endpoint, get: JsonNode, report: Report): void {
  const alternatives = securityOf(get).map((requirement) => Object.keys(objectOf(requirement)));
  const isBearer = (name: string): boolean => {
    const node = childOf(rootNode(get.root), 'components', 'securitySchemes', name);
    const { type, scheme } = objectOf(dereference(node));
    return type === 'oauth2' || type === 'openIdConnect' || String(scheme).toLowerCase() === 'bearer';
  };
  if (alternatives.length === 0 || alternatives.some((names) => names.every(isBearer))) return;
  const accepted = formatNames(alternatives.map((names) => names.join(' and ')));
  const at = { where: id, address: get.pointer };
  report('breaking', 'authentication changed', at, `sent: a bearer credential; accepted: ${accepted}`);
}

function compareResponses(endpoint: Endpoint, get: JsonNode, comparison: Comparison): void {
  const { id: where } = endpoint;
  const { report } = comparison;
  const responses = childOf(get, 'responses');
  const exact = childOf(responses, '200');
  const response = dereference(exact.value === undefined ? childOf(responses, '2XX') : exact);
  const schema = childOf(response, 'content', 'application/json', 'schema');
  if (schema.value === undefined) {
    const at = { where, address: response.pointer };
    report('breaking', 'response removed', at, 'status 200 has no schema for application/json');
    return;
  }
  compareSchema(flatten(expectedBody(endpoint)), flatten(schema), where, comparison);
  for (const [status, { pointer }] of membersOf(responses))
    if (/^[2-5]\d\d$/.test(status) && !contractStatuses.has(status))
      report('additive', 'new status', { where, address: pointer }, status);
}

/** Contract, "Errors"; the façade has a code for every other status too. */
const contractStatuses: ReadonlySet<string> = new Set(['200', '400', '401', '403', '404', '426', '429']);
