import { compareParameters } from './compare-parameter.js';
import { type Compared, compareSchema } from './compare-schema.js';
import { told, type Report } from './describe-difference.js';
import { below, elements, follow, members, objectAt, type Place } from './document.js';
import { type AnyOperation, expectedBody } from './expected.js';
import { flatten } from './flatten.js';

/** Compares one operation with the path item that the document has for it. */
export function compareOperation(
  operation: AnyOperation,
  pathItem: Place,
  report: Report,
  compared: Compared,
): void {
  const where = operation.id;
  const get = below(pathItem, 'get');
  if (get.value === undefined) {
    report({ impact: 'breaking', name: 'operation removed', where, address: pathItem.pointer });
    return;
  }
  compareId(operation, get, report);
  compareScope(operation, get, report);
  compareScheme(get, where, report);
  compareParameters(operation, pathItem, where, report);
  compareAnswer(operation, get, report, compared);
}

/** An id is a name for people: no request depends on it. */
function compareId({ id }: AnyOperation, get: Place, report: Report): void {
  const { operationId } = objectAt(get);
  if (typeof operationId !== 'string' || operationId === id) return;
  const address = below(get, 'operationId').pointer;
  report({ impact: 'additive', name: 'operation id changed', where: id, address, detail: operationId });
}

/** Scopes are compared where they are told: in `x-required-scope`, `x-required-scopes` or `security`. */
function compareScope({ id, scope }: AnyOperation, get: Place, report: Report): void {
  const needed = new Set(scope === undefined ? [] : [scope]);
  const scopes = toldScopes(get);
  if (scopes.size === 0 || told(scopes) === told(needed)) return;
  const detail = `${told(needed)} is relied on, ${told(scopes)} is told`;
  report({ impact: 'breaking', name: 'scope changed', where: id, address: get.pointer, detail });
}

function toldScopes(get: Place): ReadonlySet<string> {
  const places = [
    below(get, 'x-required-scope'),
    ...elements(below(get, 'x-required-scope')),
    ...elements(below(get, 'x-required-scopes')),
    ...requirements(get).flatMap((requirement) => members(requirement).flatMap(([, list]) => elements(list))),
  ];
  return new Set(places.map(({ value }) => value).filter((value) => typeof value === 'string'));
}

/** The operation's own, or else the document's. */
function requirements(get: Place): readonly Place[] {
  const own = below(get, 'security');
  const root: Place = { value: get.root, pointer: '#', root: get.root };
  return elements(own.value === undefined ? below(root, 'security') : own);
}

/** Of the ways to authenticate, one must be a bearer credential alone. */
function compareScheme(get: Place, where: string, report: Report): void {
  const ways = requirements(get);
  if (ways.length === 0) return;
  const root: Place = { value: get.root, pointer: '#', root: get.root };
  const schemes = below(below(root, 'components'), 'securitySchemes');
  const isBearer = (name: string): boolean => {
    const { type, scheme } = objectAt(follow(below(schemes, name)));
    return type === 'oauth2' || type === 'openIdConnect' || String(scheme).toLowerCase() === 'bearer';
  };
  if (ways.some((way) => members(way).every(([name]) => isBearer(name)))) return;
  const names = ways.map((way) => Object.keys(objectAt(way)).join(' and '));
  const detail = `a bearer credential is sent, ${told(names)} is taken`;
  report({ impact: 'breaking', name: 'authentication changed', where, address: get.pointer, detail });
}

function compareAnswer(operation: AnyOperation, get: Place, report: Report, compared: Compared): void {
  const responses = below(get, 'responses');
  const exact = below(responses, '200');
  const response = follow(exact.value === undefined ? below(responses, '2XX') : exact);
  const schema = below(below(below(response, 'content'), 'application/json'), 'schema');
  const where = operation.id;
  if (schema.value === undefined) {
    const detail = 'there is no application/json with a schema for 200';
    report({ impact: 'breaking', name: 'answer removed', where, address: response.pointer, detail });
    return;
  }
  compareSchema(flatten(expectedBody(operation)), flatten(schema), where, report, compared);
  for (const [status, { pointer }] of members(responses))
    if (/^[2-5]\d\d$/.test(status) && !knownStatuses.has(status))
      report({ impact: 'additive', name: 'new status', where, address: pointer, detail: status });
}

/** Contract, "Errors"; the façade has a code for every other status too. */
const knownStatuses: ReadonlySet<string> = new Set(['200', '400', '401', '403', '404', '426', '429']);
