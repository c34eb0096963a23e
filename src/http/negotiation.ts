import { LRUCache } from 'lru-cache';
import type { IncrementalSpec } from '../execution/collect-fields.js';
import { elementsOf } from '../operation/operation-request.js';
import type { ResponseType } from './response.js';

/**
 * Of a response in one piece, in parts, and of a list as a file; the first is for clients without a
 * preference.
 */
const wholeTypes: readonly ResponseType[] = [
  'application/json',
  'application/graphql-response+json',
];
const partTypes = ['multipart/mixed', 'text/event-stream'] as const;
const fileTypes = ['text/csv', 'application/x-ndjson'] as const;

export type FileType = (typeof fileTypes)[number];

/**
 * The parameter `incrementalSpec` where it names a format; every other format but that of 2022 is
 * unknown.
 */
const specs = [undefined, 'v0.2'] as const;

/** The parameter `deferSpec` where it names the format of 2022. Any other value is ignored. */
const deferSpec = '20220824';

/** The media types of the responses that a client accepts; at least one of them is defined. */
export interface MediaTypes {
  /**
   * For a response in one piece; undefined for a client that accepts neither kind of JSON: it gets
   * a single part.
   */
  readonly whole: ResponseType | undefined;
  /** For a response in parts; undefined for a client that does not accept or prefer them. */
  readonly parts: (typeof partTypes)[number] | undefined;
  /** The format of those parts; undefined for that of 2022. */
  readonly incrementalSpec: (typeof specs)[number];
  /**
   * Where the client named the format of 2022: Apollo iOS refuses parts whose type does not name it
   * too.
   */
  readonly deferSpec?: typeof deferSpec | undefined;
  /**
   * For a list as a file; undefined for a client that does not name its type, or prefers JSON.
   * There are then no parts.
   */
  readonly file?: FileType | undefined;
}

/** The format in which a client accepts incremental delivery; undefined for one that does not. */
export const incrementalSpecOf = (types: MediaTypes | undefined): IncrementalSpec | undefined =>
  types?.parts && (types.incrementalSpec ?? deferSpec);

export const servedTypes: readonly string[] = [
  ...wholeTypes,
  ...partTypes,
  ...partTypes.map((type) => `${type};incrementalSpec=v0.2`),
  ...fileTypes,
];

/**
 * Chooses the media types of the response to a request: the one place that reads `Accept`. Weights
 * count, a weight of 0 rejects, and the most specific range decides about a type (RFC 9110,
 * 12.5.1). Between types of equal weight the header's first one wins, and `application/json` if one
 * range covers both. Only the two types of parts in the format of 2022 have an order of their own,
 * as clients that name both know it: multipart first.
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
  const [whole] = acceptedTypes(ranges, wholeTypes).sort(byPreference);
  const allParts = specs.flatMap((spec) => acceptedParts(ranges, spec)).sort(byPreference);
  const file = chooseFile(ranges, [whole, allParts[0]]);
  if (file !== undefined) {
    return { whole: whole?.type, parts: undefined, incrementalSpec: undefined, file };
  }
  const parts = chooseParts(allParts, whole);
  if (whole === undefined && parts === undefined) return undefined;
  const types = { whole: whole?.type, parts: parts?.type, incrementalSpec: parts?.spec };
  const isSpecNamed = parts !== undefined && isDeferSpecNamed(ranges, parts);
  return isSpecNamed ? { ...types, deferSpec } : types;
}

/** A client gets a file only where it names the type, and prefers it to all others. */
function chooseFile(
  ranges: readonly MediaRange[],
  others: readonly (Preference | undefined)[],
): FileType | undefined {
  const files = acceptedTypes(ranges, fileTypes).sort(byPreference);
  const file = files.find(({ isNamed }) => isNamed);
  if (file === undefined) return undefined;
  const isPreferred = others.every((other) => other === undefined || byPreference(file, other) < 0);
  return isPreferred ? file.type : undefined;
}

/** @param parts those of all formats, the preferred one first */
function chooseParts(
  parts: readonly Parts[],
  whole: Pick<Preference, 'weight'> | undefined,
): Parts | undefined {
  if (whole === undefined) return parts[0];
  // A client that sends `*/*` does not expect parts: it has to name their type.
  return parts.find(({ isNamed, weight }) => isNamed && weight >= whole.weight);
}

/** Whether one of the ranges that accept these parts names the format of 2022. */
const isDeferSpecNamed = (ranges: readonly MediaRange[], { type, spec }: Parts): boolean =>
  spec === undefined &&
  ranges.some(
    ({ range, weight, namesDeferSpec }) => range === type && weight > 0 && namesDeferSpec,
  );

/**
 * The type that a header prefers, by the rules of `negotiate`; the first for a client without a
 * preference.
 */
export const prefer = <T extends string>(
  accept: string | null,
  types: readonly T[],
): T | undefined => acceptedTypes(readRanges(accept), types).sort(byPreference)[0]?.type;

/** The types of parts in one format. A format is accepted by its own name alone. */
function acceptedParts(ranges: readonly MediaRange[], spec: MediaTypes['incrementalSpec']) {
  const own = ranges.filter((range) => range.spec === spec);
  const accepted = acceptedTypes(own, partTypes).map((match) => ({ ...match, spec }));
  if (spec !== undefined) return accepted;
  const position = Math.min(...accepted.map((match) => match.position));
  return accepted.map((match) => ({ ...match, position }));
}

const byPreference = (one: Preference, other: Preference): number =>
  other.weight - one.weight || one.position - other.position;

/**
 * Whether a header such as `Accept` or `Accept-Encoding` accepts an element that passes the test.
 */
export const accepts = (header: string | null, test: (range: string) => boolean): boolean =>
  readRanges(header).some(({ range, weight }) => weight > 0 && test(range));

interface MediaRange {
  /** In lower case, without parameters. */
  readonly range: string;
  readonly weight: number;
  readonly position: number;
  readonly spec: MediaTypes['incrementalSpec'];
  readonly namesDeferSpec: boolean;
}

type Parts = ReturnType<typeof acceptedParts>[number];

type Preference = Pick<MediaRange, 'weight' | 'position'>;

/**
 * The types that ranges accept, with the weight of the most specific range for each, and its first
 * position.
 */
const acceptedTypes = <T extends string>(ranges: readonly MediaRange[], types: readonly T[]) =>
  types.flatMap((type) => {
    const levels = [type, type.replace(/\/.*/, '/*'), '*/*'];
    const decisive = levels.find((level) => ranges.some(({ range }) => range === level));
    // `type;level=1;q=0, type` rejects one variant and accepts the others.
    const weights = ranges.filter(({ range }) => range === decisive).map(({ weight }) => weight);
    const weight = Math.max(0, ...weights);
    const position = ranges.find(({ range }) => levels.includes(range))?.position ?? 0;
    return weight > 0 ? [{ type, weight, position, isNamed: decisive === type }] : [];
  });

/** Parameters of an element of a list; quoted text is not divided. */
const parameters = /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g;

function readRanges(accept: string | null | undefined): readonly MediaRange[] {
  const given = elementsOf(accept ?? '').filter((text) => text.trim() !== '');
  return given.length === 0
    ? [{ range: '*/*', weight: 1, position: 0, spec: undefined, namesDeferSpec: false }]
    : given.flatMap(readRange);
}

/** Empty for a range with another charset than UTF-8, or a format of parts that is not served. */
function readRange(text: string, position: number): readonly MediaRange[] {
  const [range = '', ...rest] = (text.match(parameters) ?? []).map((part) => part.trim());
  const values = new Map(rest.reverse().map(readParameter));
  const charset = values.get('charset')?.toLowerCase() ?? 'utf-8';
  const named = values.get('incrementalspec');
  const spec = specs.find((each) => each === named);
  if (charset !== 'utf-8' || spec !== named) return [];
  const weight = weightOf(values.get('q'));
  const namesDeferSpec = values.get('deferspec') === deferSpec;
  return [{ range: range.toLowerCase(), weight, position, spec, namesDeferSpec }];
}

function readParameter(text: string): readonly [string, string] {
  const [name = ''] = text.split('=', 1);
  const value = text.slice(name.length + 1);
  return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')];
}

/** 0 to 1. An invalid weight counts as missing. */
function weightOf(text = ''): number {
  const weight = text === '' ? 1 : Number(text);
  return weight >= 0 ? Math.min(weight, 1) : 1;
}
