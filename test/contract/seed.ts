import { createOpenApiDocument } from '../../src/simulator/openapi/document.js';

/** A JSON value that a test takes apart. */
type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Changes one place of the document: `undefined` takes it out. */
export type Change = readonly [address: string, value: unknown];

/**
 * The simulator's document with some places changed.
 *
 * @param changes JSON pointers without `#/`; a place that is changed must have its holder
 */
export function seeded(...changes: readonly Change[]): unknown {
  // Through text, so that what the simulator uses in several places stands in each of them by itself.
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
  else throw new Error(`There is no ${address} to take out.`);
}

const step = (holder: unknown, name: string): unknown => (isNode(holder) ? holder[name] : undefined);
