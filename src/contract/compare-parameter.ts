import type { Endpoint } from '../partner/endpoint.js';
import { formatNames, formatRange, type Location, type Report } from './describe-difference.js';
import { childOf, dereference, elementsOf, type JsonNode, objectOf } from './document.js';
import { pageParameters } from './expected.js';
import { type FlatSchema, flatten } from './flatten.js';

interface Parameter {
  readonly name: string;
  readonly location: string;
  readonly isRequired: boolean;
  readonly node: JsonNode;
}

/** Compares the parameters that the façade sends with those that the document accepts. */
export function compareParameters(endpoint: Endpoint, pathItem: JsonNode, report: Report): void {
  const accepted = readParameters(pathItem);
  const sent = endpoint.kind === 'list' ? pageParameters : [];
  for (const parameter of sent) {
    const found = accepted.find(({ name }) => name === parameter.name);
    const at = { where: `${endpoint.id} ${parameter.name}`, address: (found?.node ?? pathItem).pointer };
    if (found === undefined) report('breaking', 'parameter removed', at);
    else if (found.location !== 'query')
      report('breaking', 'parameter moved', at, `from query to ${found.location}`);
    else compareRange(parameter, flatten(childOf(found.node, 'schema')), at, report);
  }
  reportRenamed(endpoint, accepted, report);
  for (const parameter of accepted)
    if (!isSent(parameter, sent)) reportNewParameter(endpoint, parameter, report);
}

/** An operation's parameters replace those of its path. */
function readParameters(pathItem: JsonNode): readonly Parameter[] {
  const lists = [childOf(pathItem, 'parameters'), childOf(pathItem, 'get', 'parameters')];
  const byKey = new Map(
    lists.flatMap(elementsOf).map((each) => {
      const node = dereference(each);
      const { name, in: location, required } = objectOf(node);
      const read = { name: String(name), location: String(location), isRequired: required === true, node };
      return [`${read.location} ${read.name}`, read];
    }),
  );
  return [...byKey.values()];
}

type SentParameter = (typeof pageParameters)[number];

function compareRange(sent: SentParameter, accepted: FlatSchema, at: Location, report: Report): void {
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

/** The façade fills a path by position, so another name changes no request. */
function reportRenamed({ id, path }: Endpoint, accepted: readonly Parameter[], report: Report): void {
  for (const { name, location, node } of accepted)
    if (location === 'path' && !path.includes(`{${name}}`))
      report('additive', 'path parameter renamed', { where: `${id} ${name}`, address: node.pointer });
}

const isSent = ({ name, location }: Parameter, sent: readonly SentParameter[]): boolean =>
  location === 'path' ||
  sent.some((parameter) => parameter.name === name) ||
  (location === 'header' && name.toLowerCase() === 'authorization');

function reportNewParameter({ id }: Endpoint, parameter: Parameter, report: Report): void {
  const { name, location, isRequired, node } = parameter;
  const at = { where: `${id} ${name}`, address: node.pointer };
  if (isRequired) report('breaking', 'new required parameter', at, `in ${location}`);
  else report('additive', 'new parameter', at, `in ${location}`);
}
