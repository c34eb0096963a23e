import { LRUCache } from 'lru-cache';

/** Media types in which an answer is sent whole. The first is for clients that have no preference. */
const wholeTypes = ['application/json', 'application/graphql-response+json'] as const;

/** Media types in which an answer can be sent in parts. The first is for clients that have no preference. */
const partTypes = ['multipart/mixed', 'text/event-stream'] as const;

export type WholeType = (typeof wholeTypes)[number];
export type PartType = (typeof partTypes)[number];

/** The media types of the answers that a client gets; one of the two is there. */
export interface MediaTypes {
  /** Of an answer that is whole; undefined for a client that takes neither kind of JSON: it gets a single part. */
  readonly whole: WholeType | undefined;
  /** Of an answer in parts; undefined for a client that takes it whole, or prefers it so. */
  readonly parts: PartType | undefined;
}

/** Every type that is served, for the message of a 406. */
export const servedTypes: readonly string[] = [...wholeTypes, ...partTypes];

/**
 * Chooses the media types of the answers to a request: the one place that reads `Accept`. Weights count, a weight of 0
 * refuses, and the most specific range decides on a type (RFC 9110, 12.5.1). Between types of equal weight the one that
 * the header admits first is chosen, and `application/json` where one range admits both.
 *
 * @param accept the header; everything is accepted without one
 * @returns undefined where no type that is served is accepted: HTTP 406
 */
export function negotiate(accept: string | null | undefined): MediaTypes | undefined {
  const header = accept ?? '';
  const known = negotiated.get(header);
  if (known !== undefined) return known.types;
  const types = choose(readRanges(header));
  if (header.length <= maxKeptLength) negotiated.set(header, { types });
  return types;
}

/** Clients send the same few headers again and again. */
const negotiated = new LRUCache<string, { readonly types: MediaTypes | undefined }>({ max: 100 });

/** Characters of the longest header that is kept. */
const maxKeptLength = 500;

function choose(ranges: readonly MediaRange[]): MediaTypes | undefined {
  const [whole] = acceptedTypes(ranges, wholeTypes).sort(byWeightAndPlace);
  const parts = acceptedTypes(ranges, partTypes).sort(byWeight);
  if (whole === undefined) return parts[0] && { whole: undefined, parts: parts[0].type };
  // A client that says `*/*` does not expect parts: it has to name their type.
  const named = parts.find(({ isNamed }) => isNamed);
  return { whole: whole.type, parts: named && named.weight >= whole.weight ? named.type : undefined };
}

/** Whether a header names a type that passes the test, other than to refuse it. */
export const namesType = (accept: string | null, test: (type: string) => boolean): boolean =>
  readRanges(accept).some(({ range, weight }) => weight > 0 && test(range));

interface MediaRange {
  /** In lower case, without parameters. */
  readonly range: string;
  readonly weight: number;
}

/** A type that is accepted. */
interface Match<T> {
  readonly type: T;
  /** That of the most specific range for it. */
  readonly weight: number;
  /** Where the first range for it is in the header. */
  readonly place: number;
  /** Whether the most specific range is the type itself. */
  readonly isNamed: boolean;
}

const byWeight = (one: Match<unknown>, other: Match<unknown>): number => other.weight - one.weight;

const byWeightAndPlace = (one: Match<unknown>, other: Match<unknown>): number =>
  byWeight(one, other) || one.place - other.place;

const acceptedTypes = <T extends string>(ranges: readonly MediaRange[], types: readonly T[]): Match<T>[] =>
  types.flatMap((type) => matchOf(ranges, type) ?? []).filter(({ weight }) => weight > 0);

function matchOf<T extends string>(ranges: readonly MediaRange[], type: T): Match<T> | undefined {
  const levels = [type, type.replace(/\/.*/, '/*'), '*/*'];
  const place = ranges.findIndex(({ range }) => levels.includes(range));
  const decisive = levels.find((level) => ranges.some(({ range }) => range === level));
  if (decisive === undefined) return undefined;
  let heaviest = 0;
  // A refusal of one variant, told apart by a parameter, does not refuse the type that is named beside it.
  for (const { range, weight } of ranges) if (range === decisive) heaviest = Math.max(heaviest, weight);
  return { type, weight: heaviest, place, isNamed: decisive === type };
}

/** Elements of a list, and parameters of an element; what is quoted is not divided. */
const elements = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const parameters = /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g;

function readRanges(accept: string | null | undefined): readonly MediaRange[] {
  const texts = (accept ?? '').toLowerCase().match(elements) ?? [];
  const given = texts.filter((text) => text.trim() !== '');
  return given.length === 0 ? [{ range: '*/*', weight: 1 }] : given.flatMap(readRange);
}

/** Nothing for a range that asks for another charset: only UTF-8 is served. Other parameters do not count. */
function readRange(text: string): readonly MediaRange[] {
  const [range = '', ...rest] = (text.match(parameters) ?? []).map((part) => part.trim());
  const values = new Map(rest.reverse().map(readParameter));
  const charset = values.get('charset') ?? 'utf-8';
  return charset === 'utf-8' ? [{ range, weight: weightOf(values.get('q')) }] : [];
}

function readParameter(text: string): readonly [string, string] {
  const [name = '', ...value] = text.split('=');
  return [
    name.trim(),
    value
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1'),
  ];
}

/** 0 to 1. What is no weight counts as none. */
function weightOf(text = ''): number {
  const weight = text === '' ? 1 : Number(text);
  return weight >= 0 ? Math.min(weight, 1) : 1;
}
