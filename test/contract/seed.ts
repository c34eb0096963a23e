import { checkContract } from '../../src/contract/check.js';
import { createOpenApiDocument } from '../../src/simulator/openapi/document.js';

/** An object or array of the document. */
type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

export const schemas = 'components/schemas';
export const screens = 'paths/~1api~1partner~1v1~1screens/get';
export const limit = `${screens}/parameters/1`;
export const text = { type: 'string' };

/** A new value at an address of the document; `undefined` removes it. */
export type Change = readonly [address: string, value: unknown];

/**
 * The simulator's document with some values changed.
 *
 * @param changes JSON pointers without `#/`; the object or array around each must exist
 */
export function seeded(...changes: readonly Change[]): unknown {
  // A deep copy: the simulator uses some objects in several places.
  const document: unknown = JSON.parse(JSON.stringify(createOpenApiDocument('http://simulator.test')));
  for (const [address, value] of changes) put(document, address, value);
  return document;
}

function put(document: unknown, address: string, value: unknown): void {
  const steps = address.split('/').map((step) => step.replaceAll('~1', '/'));
  const last = steps.pop() ?? '';
  const holder = steps.reduce(step, document);
  if (!isNode(holder)) throw new Error(`There is no ${address} to change.`);
  if (value !== undefined) holder[last] = value;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (last in holder) Reflect.deleteProperty(holder, last);
  else throw new Error(`There is no ${address} to remove.`);
}

const step = (holder: unknown, name: string): unknown => (isNode(holder) ? holder[name] : undefined);

/** `impact name: where (detail)` of every difference that the changes cause. */
export const found = (...changes: readonly Change[]): string[] =>
  linesOf(seeded(...changes)).filter((line) => !present.has(line));

const linesOf = (document: unknown): string[] =>
  checkContract(document).map(
    ({ impact, name, where, detail }) =>
      `${impact} ${name}: ${where}${detail === undefined ? '' : ` (${detail})`}`,
  );

/** Of the unchanged document, for which one test demands that there are none. */
const present = new Set(linesOf(seeded()));
