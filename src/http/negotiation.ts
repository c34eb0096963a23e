import { LRUCache } from 'lru-cache';
import type { ResponseType } from './response.js';

/** Media types of a response in one piece. The first is for clients without a preference. */
const wholeTypes: readonly ResponseType[] = ['application/json', 'application/graphql-response+json'];

/** Media types of a response in parts. The first is for clients without a preference. */
const partTypes = ['multipart/mixed', 'text/event-stream'] as const;

/** The media types of the responses that a client accepts; at least one of the two is defined. */
export interface MediaTypes {
  /** For a response in one piece; undefined for a client that accepts neither kind of JSON: it gets a single part. */
  readonly whole: ResponseType | undefined;
  /** For a response in parts; undefined for a client that does not accept or prefer them. */
  readonly parts: (typeof partTypes)[number] | undefined;
}

/** Every type that is served, for the message of a 406. */
export const servedTypes: readonly string[] = [...wholeTypes, ...partTypes];

/**
 * Chooses the media types of the response to a request: the one place that reads `Accept`. Weights count, a weight of 0
 * rejects, and the most specific range decides about a type (RFC 9110, 12.5.1). Between types of equal weight the header's
 * first one wins, and `application/json` if one range covers both.
 *
 * @param accept the header; without one, everything is accepted
 * @returns undefined if no served type is accepted: HTTP 406
 */
export function negotiate(accept: string | null | undefined): MediaTypes | undefined {
  const header = accept ?? '';
  const cached = negotiated.get(header);
  if (cached !== undefined) return cached.types;
  const types = choose(readRanges(header));
  if (header.length <= maxCachedLength) negotiated.set(header, { types });
  return types;
}

/** Clients send the same few headers again and again. */
const negotiated = new LRUCache<string, { readonly types: MediaTypes | undefined }>({ max: 100 });

/** Characters of a header that is cached. */
const maxCachedLength = 500;

function choose(ranges: readonly MediaRange[]): MediaTypes | undefined {
  const [whole] = acceptedTypes(ranges, wholeTypes).sort(
    (one, other) => other.weight - one.weight || one.position - other.position,
  );
  const parts = acceptedTypes(ranges, partTypes).sort((one, other) => other.weight - one.weight);
  if (whole === undefined) return parts[0] && { whole: undefined, parts: parts[0].type };
  // A client that sends `*/*` does not expect parts: it has to name their type.
  const named = parts.find(({ isNamed }) => isNamed);
  return { whole: whole.type, parts: named && named.weight >= whole.weight ? named.type : undefined };
}

/** Whether a header accepts a range that passes the test. */
export const namesType = (accept: string | null, test: (type: string) => boolean): boolean =>
  readRanges(accept).some(({ range, weight }) => weight > 0 && test(range));

interface MediaRange {
  /** In lower case, without parameters. */
  readonly range: string;
  readonly weight: number;
}

/** An accepted type. */
interface Match<T> {
  readonly type: T;
  /** Of the most specific range for the type. */
  readonly weight: number;
  /** Position of the first range for the type in the header. */
  readonly position: number;
  /** Whether the most specific range is the type itself. */
  readonly isNamed: boolean;
}

const acceptedTypes = <T extends string>(ranges: readonly MediaRange[], types: readonly T[]): Match<T>[] =>
  types.flatMap((type) => matchOf(ranges, type) ?? []).filter(({ weight }) => weight > 0);

function matchOf<T extends string>(ranges: readonly MediaRange[], type: T): Match<T> | undefined {
  const levels = [type, type.replace(/\/.*/, '/*'), '*/*'];
  const position = ranges.findIndex(({ range }) => levels.includes(range));
  const decisive = levels.find((level) => ranges.some(({ range }) => range === level));
  if (decisive === undefined) return undefined;
  // `type;level=1;q=0, type` rejects one variant and accepts the others.
  const weights = ranges.filter(({ range }) => range === decisive).map(({ weight }) => weight);
  return { type, weight: Math.max(...weights), position, isNamed: decisive === type };
}

/** Elements of a list, and parameters of an element; quoted text is not divided. */
const elements = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const parameters = /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g;

function readRanges(accept: string | null | undefined): readonly MediaRange[] {
  const texts = (accept ?? '').toLowerCase().match(elements) ?? [];
  const given = texts.filter((text) => text.trim() !== '');
  return given.length === 0 ? [{ range: '*/*', weight: 1 }] : given.flatMap(readRange);
}

/** Empty for a range with another charset: only UTF-8 is served. Other parameters are ignored. */
function readRange(text: string): readonly MediaRange[] {
  const [range = '', ...rest] = (text.match(parameters) ?? []).map((part) => part.trim());
  const values = new Map(rest.reverse().map(readParameter));
  const charset = values.get('charset') ?? 'utf-8';
  return charset === 'utf-8' ? [{ range, weight: weightOf(values.get('q')) }] : [];
}

function readParameter(text: string): readonly [string, string] {
  const [name = ''] = text.split('=', 1);
  const value = text.slice(name.length + 1);
  return [name.trim(), value.trim().replace(/^"(.*)"$/, '$1')];
}

/** 0 to 1. An invalid weight counts as missing. */
function weightOf(text = ''): number {
  const weight = text === '' ? 1 : Number(text);
  return weight >= 0 ? Math.min(weight, 1) : 1;
}
