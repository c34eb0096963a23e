import type { Endpoint } from '../../partner/endpoint.js';
import {
  type Comparison,
  expectedBody,
  formatNames,
  formatRange,
  type Report,
} from './compare-schema.js';
import { flatten, type JsonNode } from './document.js';

export function compareOperation(
  endpoint: Endpoint,
  pathItem: JsonNode,
  comparison: Comparison,
): void {
  const { report } = comparison;
  const get = pathItem.child('get');
  if (get.value === undefined) {
    report('breaking', 'operation removed', endpoint.id, pathItem);
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
  const documented = get.child('operationId');
  if (typeof documented.value === 'string' && documented.value !== id) {
    report('additive', 'operation id changed', id, documented, documented.value);
  }
}

/** A document may leave scopes out, and is not compared then. */
function compareScope({ id, scope }: Endpoint, get: JsonNode, report: Report): void {
  const names = formatNames(documentedScopes(get));
  const expected = scope ?? 'none';
  if (names === 'none' || names === expected) return;
  report('breaking', 'scope changed', id, get, `expected: ${expected}; documented: ${names}`);
}

/** In `x-required-scope`, `x-required-scopes` or `security`. */
function documentedScopes(get: JsonNode): ReadonlySet<string> {
  const required = get.child('x-required-scope');
  const nodes = [
    required,
    ...required.elements,
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
    const { type, scheme } = get.root
      .child('components', 'securitySchemes', name)
      .dereference().object;
    return (
      type === 'oauth2' || type === 'openIdConnect' || String(scheme).toLowerCase() === 'bearer'
    );
  };
  if (alternatives.length === 0 || alternatives.some((names) => names.every(isBearer))) return;
  const accepted = formatNames(alternatives.map((names) => names.join(' and ')));
  report(
    'breaking',
    'authentication changed',
    id,
    get,
    `sent: a bearer credential; accepted: ${accepted}`,
  );
}

function compareResponses(endpoint: Endpoint, get: JsonNode, comparison: Comparison): void {
  const { id } = endpoint;
  const { report } = comparison;
  const responses = get.child('responses');
  const exact = responses.child('200');
  const response = (exact.value === undefined ? responses.child('2XX') : exact).dereference();
  const schema = jsonContent(response).child('schema');
  if (schema.value === undefined) {
    report(
      'breaking',
      'response removed',
      id,
      response,
      'status 200 has no schema for application/json',
    );
    return;
  }
  comparison.compare(flatten(expectedBody(endpoint)), flatten(schema), id);
  for (const [status, node] of responses.members) {
    if (/^[2-5]\d\d$/.test(status) && !contractStatuses.has(status)) {
      report('additive', 'new status', id, node, status);
    }
  }
}

/**
 * Media types of a JSON body that the façade reads, and ranges of them (OpenAPI, "Media Types"):
 * the most specific one describes the body.
 */
const jsonTypes = [
  /^application\/json$/,
  /^application\/[^/*]+\+json$/,
  /^application\/\*\+json$/,
  /^application\/\*$/,
  /^\*\/\*$/,
];

/**
 * What a response says of its JSON body, in whatever spelling and with whatever parameters a
 * generator names it.
 */
function jsonContent(response: JsonNode): JsonNode {
  const { members } = response.child('content');
  const named = (type: RegExp) => members.find(([name]) => type.test(essenceOf(name)));
  const found = jsonTypes.map(named).find((each) => each !== undefined);
  return found === undefined
    ? response.child('content', 'application/json')
    : found[1].dereference();
}

/** A media type without its parameters; upper and lower case are equal (RFC 9110, 8.3.1). */
const essenceOf = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

function compareParameters({ id, path, kind }: Endpoint, pathItem: JsonNode, report: Report): void {
  // An operation's parameters replace those of its path.
  const lists = [pathItem.child('parameters'), pathItem.child('get', 'parameters')];
  const nodes = lists.flatMap(({ elements }) => elements).map((each) => each.dereference());
  const byKey = new Map(nodes.map((node) => [`${locationOf(node)} ${nameOf(node)}`, node]));
  const accepted = [...byKey.values()];
  const sent = kind === 'list' ? pageParameters : [];
  for (const range of sent) {
    const where = `${id} ${range.name}`;
    const found = accepted.find((node) => nameOf(node) === range.name);
    if (found === undefined) report('breaking', 'parameter removed', where, pathItem);
    else compareSent(range, found, where, report);
  }
  for (const node of accepted) {
    const isSent = sent.some(({ name }) => name === nameOf(node));
    if (!isSent || locationOf(node) === 'path') reportOther(id, path, node, report);
  }
}

function compareSent(sent: PageParameter, node: JsonNode, where: string, report: Report): void {
  const location = locationOf(node);
  const accepted = flatten(node.child('schema'));
  if (location !== 'query') {
    report('breaking', 'parameter moved', where, node, `from query to ${location}`);
    return;
  }
  if (accepted.types?.has('number') === false) {
    const types = `sent: number; accepted: ${formatNames(accepted.types)}`;
    report('breaking', 'type changed', where, node, types);
    return;
  }
  const { minimum, maximum = Infinity } = sent;
  const isFirstRefused = accepted.minimum !== undefined && accepted.minimum > minimum;
  const isLastRefused = accepted.maximum !== undefined && accepted.maximum < maximum;
  const isMoreAccepted = accepted.maximum !== undefined && accepted.maximum > maximum;
  const ranges = `sent: ${formatRange(sent)}; accepted: ${formatRange(accepted)}`;
  if (isFirstRefused || isLastRefused) report('breaking', 'range narrowed', where, node, ranges);
  else if (isMoreAccepted) report('additive', 'range widened', where, node, ranges);
}

function reportOther(id: string, path: string, node: JsonNode, report: Report): void {
  const name = nameOf(node);
  const location = locationOf(node);
  const where = `${id} ${name}`;
  if (location === 'path') {
    // The façade fills a path by position, so another name there changes no request.
    if (!path.includes(`{${name}}`)) report('additive', 'path parameter renamed', where, node);
    return;
  }
  if (location === 'header' && name.toLowerCase() === 'authorization') return;
  const isRequired = node.object['required'] === true;
  const impact = isRequired ? 'breaking' : 'additive';
  const what = isRequired ? 'new required parameter' : 'new parameter';
  report(impact, what, where, node, `in ${location}`);
}

const locationOf = ({ object }: JsonNode): string => String(object['in']);
const nameOf = ({ object }: JsonNode): string => String(object['name']);

/** The query of every list request (contract, "Pagination of collections"), in its widest range. */
const pageParameters = [
  { name: 'page', minimum: 1, maximum: undefined },
  { name: 'limit', minimum: 1, maximum: 100 },
] as const;

type PageParameter = (typeof pageParameters)[number];

/** Contract, "Errors"; the façade has a code for every other status too. */
const contractStatuses: ReadonlySet<string> = new Set([
  '200',
  '400',
  '401',
  '403',
  '404',
  '426',
  '429',
]);
