import { checkContract } from '../../../src/command/contract/check.js';
import { createOpenApiDocument } from '../../../src/command/simulator/openapi/document.js';

/** An object or array of the document. */
type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

export const screens = 'paths/~1api~1partner~1v1~1screens/get';
export const text = { type: 'string' };

/**
 * New values by their addresses in the document; `undefined` removes what is there. An address is a
 * JSON pointer without `#/`, and without `components/schemas/` where it begins with the name of a
 * schema. What is around it must exist.
 */
export type Changes = Readonly<Record<string, unknown>>;

/** The simulator's document with some values changed. */
export function seeded(changes: Changes = {}): unknown {
  // A deep copy: the simulator uses some objects in several places.
  const document: unknown = JSON.parse(
    JSON.stringify(createOpenApiDocument('http://simulator.test')),
  );
  for (const [address, value] of Object.entries(changes))
    put(document, /^[A-Z]/.test(address) ? `components/schemas/${address}` : address, value);
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

const step = (holder: unknown, name: string): unknown =>
  isNode(holder) ? holder[name] : undefined;

/** `impact name: where (detail)` of each difference of a document. */
export const linesOf = (document: unknown): string[] =>
  checkContract(document).map(
    ({ impact, name, where, detail }) =>
      `${impact} ${name}: ${where}${detail === undefined ? '' : ` (${detail})`}`,
  );
