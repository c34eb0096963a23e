import { z } from 'zod';
import { ManifestError } from './manifest-error.js';

/** The id and the text of a document. */
export type ManifestEntry = readonly [id: string, text: string];

/** What a manifest must be. */
const manifestForm =
  'a manifest: an object of document texts by id, or version 1 of an "apollo-persisted-query-manifest"';

const apolloSchema = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  // Its entries are checked one by one: there may be thousands.
  operations: z.custom<readonly unknown[]>(Array.isArray),
});

const operationSchema = z.object({ id: z.string(), body: z.string() });

/**
 * The ids and texts of an object of texts by id, as the client preset of GraphQL Code Generator
 * (`persistedDocuments`) and relay-compiler write it, or of a manifest of Apollo's
 * `generate-persisted-query-manifest`.
 *
 * @throws ManifestError for another form, when it comes to what does not fit
 */
export function* entriesOf(manifest: unknown): Generator<ManifestEntry, void, void> {
  const apollo = apolloSchema.safeParse(manifest).data;
  if (apollo !== undefined) yield* apolloEntries(apollo.operations);
  else if (isTexts(manifest)) yield* textEntries(manifest);
  else throw new ManifestError(manifestForm);
}

function* apolloEntries(operations: readonly unknown[]): Generator<ManifestEntry, void, void> {
  for (const operation of operations) {
    const read = operationSchema.safeParse(operation);
    if (!read.success) throw new ManifestError(manifestForm);
    yield [read.data.id, read.data.body];
  }
}

function* textEntries(
  texts: Readonly<Record<string, unknown>>,
): Generator<ManifestEntry, void, void> {
  for (const id of Object.keys(texts)) {
    const text = texts[id];
    if (typeof text !== 'string') throw new ManifestError(manifestForm);
    yield [id, text];
  }
}

/** Without operations, the members of Apollo's manifest are texts too. */
const isTexts = (manifest: unknown): manifest is Readonly<Record<string, unknown>> =>
  typeof manifest === 'object' &&
  manifest !== null &&
  !Array.isArray(manifest) &&
  !Object.hasOwn(manifest, 'format');

/**
 * The value of a manifest's JSON, read one member and one operation at a time: 16 MiB in one piece
 * would hold up everything else.
 *
 * @returns yields after each
 * @throws ManifestError for a text that is no JSON
 */
export function* parseManifest(text: string): Generator<void, unknown, void> {
  const start = text.search(/\S/);
  // Any other value is small, or no manifest.
  if (text[start] === '[') return [];
  if (text[start] !== '{') return parse(text.slice(start, start + 1000));
  // Without a prototype: an id may be any text.
  const manifest = Object.create(null) as Record<string, unknown>;
  for (const member of partsOf(text, start)) {
    yield;
    if (member === undefined) continue;
    const { name, place } = readName(member);
    const isList = member[place] === '[';
    manifest[name] = isList ? yield* parseList(member, place) : parse(member.slice(place));
  }
  return manifest;
}

function* parseList(text: string, start: number): Generator<void, readonly unknown[], void> {
  const list: unknown[] = [];
  for (const element of partsOf(text, start)) {
    yield;
    if (element !== undefined) list.push(parse(element));
  }
  return list;
}

/** The name of a member, and the place of its value. */
function readName(member: string): { readonly name: string; readonly place: number } {
  const start = member.search(/\S/);
  const end = member[start] === '"' ? endOfString(member, start) : start;
  const name = parse(member.slice(start, end));
  const rest = member.slice(end).trimStart();
  const value = rest.slice(1).trimStart();
  if (typeof name !== 'string' || !rest.startsWith(':')) throw noJson();
  return { name, place: member.length - value.length };
}

/** Documents of a manifest. More would not be listed in one turn of the event loop. */
const maxDocuments = 100_000;

/** Signs of a part between two pauses. */
const signsOfStep = 1000;

/**
 * The texts between the commas of an object or a list, which must end the text; undefined for a
 * pause in a long one.
 *
 * @param start of its bracket
 */
function* partsOf(text: string, start: number): Generator<string | undefined, void, void> {
  const bracket = /["{}[\],]/g;
  bracket.lastIndex = start + 1;
  let depth = 1;
  let signs = 0;
  let parts = 0;
  let partStart = start + 1;
  for (let found = bracket.exec(text); found !== null; found = bracket.exec(text)) {
    const [sign] = found;
    signs += 1;
    if (signs % signsOfStep === 0) yield undefined;
    if (sign === '"') bracket.lastIndex = endOfString(text, found.index);
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign !== ',') depth -= 1;
    else if (depth === 1) {
      parts += 1;
      if (parts >= maxDocuments) {
        throw new ManifestError(`a manifest of at most ${maxDocuments} documents`);
      }
      yield text.slice(partStart, found.index);
      partStart = found.index + 1;
    }
    if (depth > 0) continue;
    const closing = text[start] === '{' ? '}' : ']';
    const isAtEnd = text.slice(found.index + 1).trim() === '';
    if (sign !== closing || !isAtEnd) throw noJson();
    const last = text.slice(partStart, found.index);
    // An empty one has no part; behind a comma there must be one.
    if (partStart > start + 1 || last.trim() !== '') yield last;
    return;
  }
  throw noJson();
}

/** The place behind a string. @param start of its quote */
function endOfString(text: string, start: number): number {
  for (
    let quote = text.indexOf('"', start + 1);
    quote !== -1;
    quote = text.indexOf('"', quote + 1)
  ) {
    let slash = quote;
    while (text[slash - 1] === '\\') slash -= 1;
    if ((quote - slash) % 2 === 0) return quote + 1;
  }
  throw noJson();
}

/**
 * Characters of an object or a list: an operation of Apollo's with its text. No other value is
 * parsed slowly.
 */
const maxNested = 1024 * 1024;

function parse(text: string): unknown {
  if (text.length > maxNested && /^\s*[[{]/.test(text)) throw new ManifestError(manifestForm);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw noJson();
  }
}

const noJson = (): ManifestError => new ManifestError('a JSON file');
