import type { Report } from './describe-difference.js';
import { below, elements, follow, objectAt, type Place } from './document.js';
import { type AnyOperation, pageParameters } from './expected.js';
import { type Flat, flatten } from './flatten.js';

interface Parameter {
  readonly name: string;
  readonly location: string;
  readonly isRequired: boolean;
  readonly place: Place;
}

/** Compares the parameters that the façade sends with those that the document takes. */
export function compareParameters(
  operation: AnyOperation,
  pathItem: Place,
  where: string,
  report: Report,
): void {
  const taken = readParameters(pathItem);
  const sent = operation.kind === 'list' ? pageParameters : [];
  for (const parameter of sent) {
    const found = taken.find(({ name }) => name === parameter.name);
    const at = { where: `${where} ${parameter.name}`, address: (found?.place ?? pathItem).pointer };
    if (found === undefined) report({ impact: 'breaking', name: 'parameter removed', ...at });
    else if (found.location !== 'query')
      report({
        impact: 'breaking',
        name: 'parameter moved',
        ...at,
        detail: `from query to ${found.location}`,
      });
    else compareRange(parameter, flatten(below(found.place, 'schema')), at, report);
  }
  comparePathParameters(operation, taken, where, report);
  for (const parameter of taken) if (!isSent(parameter, sent)) reportNew(parameter, where, report);
}

/** Those of the operation over those of its path. */
function readParameters(pathItem: Place): readonly Parameter[] {
  const lists = [below(pathItem, 'parameters'), below(below(pathItem, 'get'), 'parameters')];
  const byKey = new Map(
    lists.flatMap(elements).map((each) => {
      const place = follow(each);
      const { name, in: location, required } = objectAt(place);
      const read = { name: String(name), location: String(location), isRequired: required === true, place };
      return [`${read.location} ${read.name}`, read];
    }),
  );
  return [...byKey.values()];
}

function compareRange(
  { minimum, maximum }: (typeof pageParameters)[number],
  actual: Flat,
  at: { readonly where: string; readonly address: string },
  report: Report,
): void {
  if (actual.types !== undefined && !actual.types.has('number')) {
    const detail = `number is sent, ${[...actual.types].join(', ')} is taken`;
    report({ impact: 'breaking', name: 'type changed', ...at, detail });
    return;
  }
  const sent = `${minimum} to ${maximum ?? '∞'}`;
  const taken = `${actual.minimum ?? '-∞'} to ${actual.maximum ?? '∞'}`;
  const detail = `${sent} is sent, ${taken} is taken`;
  if ((actual.minimum ?? minimum) > minimum || (actual.maximum ?? Infinity) < (maximum ?? Infinity))
    report({ impact: 'breaking', name: 'range narrowed', ...at, detail });
  else if (maximum !== undefined && (actual.maximum ?? maximum) > maximum)
    report({ impact: 'additive', name: 'range widened', ...at, detail });
}

/** The façade fills a path by position, so another name changes no request. */
function comparePathParameters(
  { path }: AnyOperation,
  taken: readonly Parameter[],
  where: string,
  report: Report,
): void {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  for (const { name, location, place } of taken)
    if (location === 'path' && !names.includes(name))
      report({
        impact: 'additive',
        name: 'path parameter renamed',
        where: `${where} ${name}`,
        address: place.pointer,
      });
}

const isSent = ({ name, location }: Parameter, sent: readonly { readonly name: string }[]): boolean =>
  location === 'path' ||
  sent.some((parameter) => parameter.name === name) ||
  (location === 'header' && name.toLowerCase() === 'authorization');

function reportNew({ name, location, isRequired, place }: Parameter, where: string, report: Report): void {
  report({
    impact: isRequired ? 'breaking' : 'additive',
    name: isRequired ? 'new required parameter' : 'new parameter',
    where: `${where} ${name}`,
    address: place.pointer,
    detail: `in ${location}`,
  });
}
