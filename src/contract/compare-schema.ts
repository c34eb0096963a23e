import { told, type Report } from './describe-difference.js';
import { undeclared } from './expected.js';
import type { Flat } from './flatten.js';

/** What has been compared already: the same two schemas are told of once, at the first place where they stand. */
export type Compared = Set<string>;

/**
 * Compares what the façade accepts with what the document says will come.
 *
 * Formats and patterns are not compared: which strings two patterns share cannot be told from them.
 *
 * @param where the place as the contract names it
 */
export function compareSchema(
  expected: Flat,
  actual: Flat,
  where: string,
  report: Report,
  compared: Compared,
): void {
  if (expected.fields.size > 0) {
    const pair = `${actual.pointer} ${told(expected.fields.keys())}`;
    if (compared.has(pair)) return;
    compared.add(pair);
  }
  if (!compareTypes(expected, actual, where, report)) return;
  compareValues(expected, actual, where, report);
  compareRange(expected, actual, where, report);
  if (expected.items !== undefined && actual.items !== undefined)
    compareSchema(expected.items.flatten(), actual.items.flatten(), `${where}[]`, report, compared);
  if (expected.fields.size > 0) compareFields(expected, actual, where, report, compared);
}

/** False where the types differ: nothing below can be compared. */
function compareTypes({ types = any }: Flat, actual: Flat, where: string, report: Report): boolean {
  const more = [...(actual.types ?? any)].filter((type) => !types.has(type));
  if (types.size === 0 || more.length === 0) return true;
  const detail = `${told(types)} is relied on, ${told(actual.types ?? any)} is told`;
  report({ impact: 'breaking', name: 'type changed', where, address: actual.pointer, detail });
  return false;
}

const any: ReadonlySet<string> = new Set();

function compareValues({ values }: Flat, actual: Flat, where: string, report: Report): void {
  const at = { where, address: actual.pointer };
  if (values === undefined) {
    if (actual.values !== undefined)
      report({ impact: 'additive', name: 'values listed', ...at, detail: told(actual.values) });
    return;
  }
  // An open string where values were listed: each of them may still come.
  if (actual.values === undefined) {
    report({ impact: 'additive', name: 'values no longer listed', ...at });
    return;
  }
  for (const value of values)
    if (!actual.values.has(value))
      report({ impact: 'breaking', name: 'value removed', ...at, detail: value });
  for (const value of actual.values)
    if (!values.has(value)) report({ impact: 'additive', name: 'new value', ...at, detail: value });
}

/** A bound that is not told is no promise to go beyond the one that is relied on. */
function compareRange(expected: Flat, actual: Flat, where: string, report: Report): void {
  const isBelow = isMore(expected.minimum, actual.minimum);
  const isAbove = isMore(actual.maximum, expected.maximum);
  if (!isBelow && !isAbove) return;
  const range = ({ minimum, maximum }: Flat) => `${minimum ?? '-∞'} to ${maximum ?? '∞'}`;
  const detail = `${range(expected)} is relied on, ${range(actual)} is told`;
  report({ impact: 'breaking', name: 'range widened', where, address: actual.pointer, detail });
}

const isMore = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one > other;

function compareFields(
  expected: Flat,
  actual: Flat,
  where: string,
  report: Report,
  compared: Compared,
): void {
  for (const [name, field] of expected.fields) {
    const at = nameOf(where, name);
    const found = actual.fields.get(name);
    if (found === undefined) {
      if (!undeclared.has(at))
        report({ impact: 'breaking', name: 'field removed', where: at, address: actual.pointer });
      continue;
    }
    const [relied, comes] = [field.flatten(), found.flatten()];
    const place = { where: at, address: found.pointer };
    const isRequired = expected.required.has(name);
    const alwaysComes = actual.required.has(name);
    if (isRequired && !alwaysComes) report({ impact: 'breaking', name: 'field optional', ...place });
    if (!isRequired && alwaysComes) report({ impact: 'additive', name: 'field required', ...place });
    if (comes.nullable && !relied.nullable) report({ impact: 'breaking', name: 'field nullable', ...place });
    compareSchema(relied, comes, at, report, compared);
  }
  for (const [name, { pointer }] of actual.fields)
    if (!expected.fields.has(name))
      report({ impact: 'additive', name: 'new field', where: nameOf(where, name), address: pointer });
}

/** `partnerV1_screens` and `data` make `partnerV1_screens data`; below that, names are joined by dots. */
const nameOf = (where: string, name: string): string => `${where}${where.includes(' ') ? '.' : ' '}${name}`;
