import type { Endpoint } from '../partner/endpoint.js';
import { compareSchema, type Comparison, expectedBody, pageParameters } from './compare-schema.js';
import { formatNames, formatRange, type Location, type Report } from './difference.js';
import type { JsonNode } from './document.js';
import { type FlatSchema, flatten } from './flatten.js';

/** Compares an endpoint with its path item in the document. */
export function compareEndpoint(endpoint: Endpoint, pathItem: JsonNode, comparison: Comparison): void {
  const { report } = comparison;
  const get = pathItem.child('get');
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
  const { value, pointer } = get.child('operationId');
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
    get.child('x-required-scope'),
    ...get.child('x-required-scope').elements,
    ...get.child('x-required-scopes').elements,
    ...securityOf(get).flatMap(({ members }) => members.flatMap(([, list]) => list.elements)),
  ];
  return new Set(nodes.map(({ value }) => value).filter((value) => typeof value === 'string'));
}

/** The security requirements of the operation, or else of the document. */
function securityOf(get: JsonNode): readonly JsonNode[] {
  const own = get.child('security');
  return (own.value === undefined ? get.root.child('security') : own).elements;
}

/** One of the alternatives must be a bearer credential alone. */
function compareAuthentication({ id }: Endpoint, get: JsonNode, report: Report): void {
  const alternatives = securityOf(get).map(({ object }) => Object.keys(object));
  const isBearer = (name: string): boolean => {
    const { type, scheme } = get.root.child('components', 'securitySchemes', name).dereference().object;
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
  const responses = get.child('responses');
  const exact = responses.child('200');
  const response = (exact.value === undefined ? responses.child('2XX') : exact).dereference();
  const schema = response.child('content', 'application/json', 'schema');
  if (schema.value === undefined) {
    const at = { where, address: response.pointer };
    report('breaking', 'response removed', at, 'status 200 has no schema for application/json');
    return;
  }
  compareSchema(flatten(expectedBody(endpoint)), flatten(schema), where, comparison);
  for (const [status, { pointer }] of responses.members)
    if (/^[2-5]\d\d$/.test(status) && !contractStatuses.has(status))
      report('additive', 'new status', { where, address: pointer }, status);
}

/** Contract, "Errors"; the façade has a code for every other status too. */
const contractStatuses: ReadonlySet<string> = new Set(['200', '400', '401', '403', '404', '426', '429']);

interface Parameter {
  readonly name: string;
  readonly location: string;
  readonly isRequired: boolean;
  readonly node: JsonNode;
}

/** Compares the parameters that the façade sends with those that the document accepts. */
function compareParameters(endpoint: Endpoint, pathItem: JsonNode, report: Report): void {
  const accepted = readParameters(pathItem);
  const sent = endpoint.kind === 'list' ? pageParameters : [];
  for (const parameter of sent) {
    const found = accepted.find(({ name }) => name === parameter.name);
    const at = { where: `${endpoint.id} ${parameter.name}`, address: (found?.node ?? pathItem).pointer };
    if (found === undefined) report('breaking', 'parameter removed', at);
    else if (found.location !== 'query')
      report('breaking', 'parameter moved', at, `from query to ${found.location}`);
    else compareSentRange(parameter, flatten(found.node.child('schema')), at, report);
  }
  for (const parameter of accepted)
    if (parameter.location === 'path' || !isSent(parameter, sent)) reportOther(endpoint, parameter, report);
}

/** An operation's parameters replace those of its path. */
function readParameters(pathItem: JsonNode): readonly Parameter[] {
  const lists = [pathItem.child('parameters'), pathItem.child('get', 'parameters')];
  const byKey = new Map(
    lists
      .flatMap(({ elements }) => elements)
      .map((each) => {
        const node = each.dereference();
        const { name, in: location, required } = node.object;
        const read = { name: String(name), location: String(location), isRequired: required === true, node };
        return [`${read.location} ${read.name}`, read];
      }),
  );
  return [...byKey.values()];
}

type SentParameter = (typeof pageParameters)[number];

function compareSentRange(sent: SentParameter, accepted: FlatSchema, at: Location, report: Report): void {
  const { minimum, maximum = Infinity } = sent;
  if (accepted.types !== undefined && !accepted.types.has('number')) {
    report('breaking', 'type changed', at, `sent: number; accepted: ${formatNames(accepted.types)}`);
    return;
  }
  const detail = `sent: ${formatRange(sent)}; accepted: ${formatRange(accepted)}`;
  if ((accepted.minimum ?? minimum) > minimum || (accepted.maximum ?? Infinity) < maximum)
    report('breaking', 'range narrowed', at, detail);
  else if ((accepted.maximum ?? maximum) > maximum) report('additive', 'range widened', at, detail);
}

const isSent = ({ name, location }: Parameter, sent: readonly SentParameter[]): boolean =>
  sent.some((parameter) => parameter.name === name) ||
  (location === 'header' && name.toLowerCase() === 'authorization');

/** The façade fills a path by position, so another name there changes no request. */
function reportOther({ id, path }: Endpoint, parameter: Parameter, report: Report): void {
  const { name, location, isRequired, node } = parameter;
  const at = { where: `${id} ${name}`, address: node.pointer };
  if (location === 'path') {
    if (!path.includes(`{${name}}`)) report('additive', 'path parameter renamed', at);
  } else if (isRequired) report('breaking', 'new required parameter', at, `in ${location}`);
  else report('additive', 'new parameter', at, `in ${location}`);
}
