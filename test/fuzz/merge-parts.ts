import type { UpstreamCost } from '../../src/operation/result.js';
import type { Json } from '../economy/ask.js';
import type { ResponseError } from '../system/test-system.js';

/**
 * Merges the messages of incremental delivery as a strict client does. It shares no code with what
 * it tests.
 */

type Key = string | number;
type Tree = Record<Key, unknown>;

/** A message in either format. */
export interface Message {
  readonly data?: Json;
  readonly errors?: readonly ResponseError[];
  readonly pending?: readonly {
    readonly id: string;
    readonly path: readonly Key[];
    readonly label?: string;
  }[];
  readonly incremental?: readonly {
    readonly id?: string;
    readonly subPath?: readonly Key[];
    readonly path?: readonly Key[];
    readonly label?: string;
    readonly data?: Json | null;
    readonly items?: Json | null;
    readonly errors?: readonly ResponseError[];
  }[];
  readonly completed?: readonly {
    readonly id: string;
    readonly errors?: readonly ResponseError[];
  }[];
  readonly hasNext?: boolean;
  readonly extensions?: { readonly upstream?: UpstreamCost };
}

/** What the messages are together. */
export interface Merged {
  readonly data: unknown;
  readonly errors: readonly ResponseError[];
  /** Paths of what completed without data, or was delivered as null. */
  readonly failed: readonly (readonly Key[])[];
  /** What was pending, as paths with labels. */
  readonly announced: readonly string[];
}

/** The JSON of each part or event of a body. */
export const messagesOf = (text: string): Message[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/^data: /, ''))
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Message);

/** @throws where a message breaks a rule of the format v0.2 */
export function mergeV02(messages: readonly Message[]): Merged {
  checkEnd(messages);
  const open = new Map<string, { path: readonly Key[] }>();
  const seen = new Set<string>();
  const [first] = messages;
  const data = structuredClone(first?.data);
  const errors: ResponseError[] = [...(first?.errors ?? [])];
  const failed: (readonly Key[])[] = [];
  const announced: string[] = [];
  for (const { pending = [], incremental = [], completed = [] } of messages) {
    for (const { id, path, label } of pending) {
      check(!seen.has(id), `The id ${id} is new`);
      seen.add(id);
      open.set(id, { path });
      announced.push(`${path.join('.')} ${label ?? ''}`);
    }
    for (const { id = '', subPath = [], data: fields, items, errors: more = [] } of incremental) {
      const delivery = open.get(id);
      if (delivery === undefined) throw new Error(`The id ${id} is open.`);
      errors.push(...more);
      const target = valueAt(data, [...delivery.path, ...subPath]);
      if (items == null)
        addFields(target, fields, `${delivery.path.join('.')}/${subPath.join('.')}`);
      else if (Array.isArray(target)) target.push(...items);
      else throw new Error(`A list is at ${delivery.path.join('.')}.`);
    }
    for (const { id, errors: reasons } of completed) {
      const delivery = open.get(id);
      if (delivery === undefined) throw new Error(`The id ${id} completes once.`);
      open.delete(id);
      if (reasons === undefined) continue;
      check(reasons.length > 0, 'A failure has a reason');
      errors.push(...reasons);
      failed.push(delivery.path);
    }
  }
  check(open.size === 0, `Each pending id completes: ${[...open.keys()].join()}`);
  return { data, errors, failed, announced };
}

function checkEnd(messages: readonly Message[]): void {
  const hasNext = messages.map((message) => message.hasNext);
  const isLast = hasNext.indexOf(false) === messages.length - 1;
  check(isLast, `One message, the last, has no next: ${hasNext.join()}`);
}

/** The format of 2022 delivers fields again; equal ones. */
export function merge2022(messages: readonly Message[]): Merged {
  const data = structuredClone(messages[0]?.data);
  const errors: ResponseError[] = [...(messages[0]?.errors ?? [])];
  const failed: (readonly Key[])[] = [];
  const delivered = messages.flatMap(({ incremental = [] }) => incremental);
  for (const { path = [], data: fields, items, errors: more = [] } of delivered) {
    errors.push(...more);
    if (fields === null || items === null) failed.push(path);
    else if (items === undefined) mergeFields(valueAt(data, path), fields);
    else {
      const list = valueAt(data, path.slice(0, -1)) as Tree;
      for (const [index, item] of items.entries()) list[Number(path.at(-1)) + index] = item;
    }
  }
  return { data, errors, failed, announced: [] };
}

function valueAt(data: unknown, path: readonly Key[]): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw new Error(`Nothing is at ${path.join('.')}.`);
    value = (value as Tree)[key];
  }
  return value;
}

function addFields(target: unknown, fields: unknown, place: string): void {
  if (
    typeof target !== 'object' ||
    target === null ||
    typeof fields !== 'object' ||
    fields === null
  )
    throw new Error(`An object is extended at ${place}.`);
  for (const [key, value] of Object.entries(fields)) {
    check(!Object.hasOwn(target, key), `The field ${key} comes once at ${place}`);
    define(target, key, value);
  }
}

function mergeFields(target: unknown, fields: unknown): void {
  if (
    typeof target !== 'object' ||
    target === null ||
    typeof fields !== 'object' ||
    fields === null
  )
    return;
  for (const [key, value] of Object.entries(fields)) {
    const held = Object.hasOwn(target, key) ? (target as Tree)[key] : undefined;
    if (typeof held === 'object' && held !== null && value !== null) mergeFields(held, value);
    else if (held !== null) define(target, key, value);
  }
}

/** Assignment would not make `__proto__` an own member. */
const define = (target: object, key: string, value: unknown): void =>
  void Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });

function check(isTrue: boolean, rule: string): void {
  if (!isTrue) throw new Error(`Broken: ${rule}.`);
}

/** Sorts members, which incremental delivery brings in another order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
