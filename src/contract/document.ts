import { UnreadableError } from './describe-difference.js';

/** A JSON object whose members are not known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** A value in a document, and where it stands. */
export interface Place {
  readonly value: unknown;
  /** JSON pointer as a fragment: `#/paths/~1api…`. */
  readonly pointer: string;
  /** The document that its references refer to. */
  readonly root: Json;
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object at a place; empty where there is none, so that what is not told reads as absent. */
export const objectAt = ({ value }: Place): Json => (isJson(value) ? value : {});

/** The member of an object, or the element of an array. */
export function below({ value, pointer, root }: Place, name: string | number): Place {
  return {
    value: memberOf(value, String(name)),
    pointer: `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    root,
  };
}

function memberOf(holder: unknown, name: string): unknown {
  if (Array.isArray(holder)) return holder[Number(name)];
  return isJson(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

/** The places of an array's elements; none where there is no array. */
export const elements = (place: Place): readonly Place[] =>
  Array.isArray(place.value) ? place.value.map((_element, index) => below(place, index)) : [];

/** The places of an object's members by their names. */
export const members = (place: Place): readonly (readonly [name: string, place: Place])[] =>
  Object.keys(objectAt(place)).map((name) => [name, below(place, name)]);

/** References that lead to references; more than a few of them are a circle. */
const mostHops = 20;

/**
 * What a place refers to: the place itself where it is no reference.
 *
 * @throws UnreadableError for a reference to another document, to nothing, or in a circle
 */
export function follow(place: Place): Place {
  let at = place;
  for (let hops = 0; hops < mostHops; hops += 1) {
    const { $ref: reference } = objectAt(at);
    if (typeof reference !== 'string') return at;
    if (!reference.startsWith('#'))
      throw new UnreadableError(`The document refers to another one at ${at.pointer}: "${reference}".`);
    at = target(reference, at);
  }
  throw new UnreadableError(`The document refers in a circle at ${place.pointer}.`);
}

function target(reference: string, from: Place): Place {
  let at: Place = { value: from.root, pointer: '#', root: from.root };
  for (const step of reference.split('/').slice(1)) at = below(at, unescape(step));
  if (at.value !== undefined) return at;
  throw new UnreadableError(`The document refers to nothing at ${from.pointer}: "${reference}".`);
}

function unescape(step: string): string {
  const text = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
