import { operations, type Operation } from './operation.js';

/** The operation of a path, and the id of its resource. */
export interface Route {
  readonly operation: Operation;
  /** Decoded value of the path parameter, where the operation has one. */
  readonly id?: string;
}

/**
 * The route of a raw request path without the prefix. Nothing is normalised: a path with a trailing
 * slash, an empty segment or a dot segment is unknown, so a client that builds one fails.
 *
 * @returns undefined for an unknown path, and for an id that is empty or has invalid
 *   percent-encoding
 */
export function findRoute(path: string): Route | undefined {
  const segments = path.split('/');
  for (const { operation, pattern } of patterns) {
    if (pattern.length !== segments.length) continue;
    if (!pattern.every((part, at) => fits(part, segments[at]))) continue;
    return withId(operation, segments[pattern.findIndex(isParameter)]);
  }
  return undefined;
}

const patterns = operations.map((operation) => ({ operation, pattern: operation.path.split('/') }));

function isParameter(part: string): boolean {
  return part.startsWith('{');
}

function fits(part: string, segment: string | undefined): boolean {
  return isParameter(part) ? segment !== '' : part === segment;
}

function withId(operation: Operation, encoded: string | undefined): Route | undefined {
  if (encoded === undefined) return { operation };
  try {
    return { operation, id: decodeURIComponent(encoded) };
  } catch {
    return undefined; // a stray percent sign
  }
}
