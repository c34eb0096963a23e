import { randomBytes } from 'node:crypto';

/** Members whose values differ from response to response, wherever they are. */
export const freshMembers: ReadonlySet<string> = new Set([
  'url',
  'thumbnailUrl',
  'resolvedAt',
  'revision',
  'updatedAt',
  'durationSeconds',
]);

/**
 * Values that a real upstream makes for each response. No member of a playlist's item changes by
 * itself: its duration does here, so that no response comes twice in a row.
 */
const freshValue = new RegExp(
  [
    String.raw`"(?:resolvedAt|updatedAt)":\s?"(?<moment>[^"]{24})"`,
    String.raw`"revision":\s?"(?<revision>[0-9a-f]{32})"`,
    String.raw`[?&]sig=(?<signature>[0-9a-f]{64})`,
    String.raw`"position":\s?\d+,\s*"durationSeconds":\s?(?<duration>\d\d)\b`,
  ].join('|'),
  'dg',
);

/** The place of a fresh value, in bytes. */
interface Hole {
  readonly kind: 'moment' | 'hex' | 'duration';
  readonly start: number;
  readonly length: number;
}

/**
 * @returns a function that makes the text as bytes, each time with other values of the same length
 */
export function createFreshText(text: string): () => Buffer {
  const template = Buffer.from(text);
  const holes = findHoles(text);
  let turn = 0;
  return () => {
    turn += 1;
    const bytes = Buffer.from(template);
    const moment = new Date(firstMoment + turn * 1000).toISOString();
    const duration = String(10 + (turn % 90));
    for (const { kind, start, length } of holes)
      if (kind === 'hex') writeHex(bytes, start, length);
      else bytes.write(kind === 'moment' ? moment : duration, start, length, 'latin1');
    return bytes;
  };
}

const firstMoment = Date.parse('2026-01-15T12:00:00Z');

function findHoles(text: string): readonly Hole[] {
  const holes: Hole[] = [];
  let seen = 0;
  let bytesSeen = 0;
  for (const { groups = {}, indices } of text.matchAll(freshValue)) {
    const [name = '', value = ''] = Object.entries(groups).find((entry) => isGiven(entry[1])) ?? [];
    const start = indices?.groups?.[name]?.[0] ?? 0;
    bytesSeen += Buffer.byteLength(text.slice(seen, start));
    seen = start;
    const kind = name === 'moment' || name === 'duration' ? name : 'hex';
    holes.push({ kind, start: bytesSeen, length: value.length });
  }
  return holes;
}

/** A group that did not match is undefined, although its type says otherwise. */
const isGiven = (value: string | undefined): boolean => value !== undefined;

/**
 * Drawn once: signing two hundred URLs for each response would make the upstream the bottleneck.
 */
const hexDigits = Buffer.from(randomBytes(1 << 20).toString('hex'));
let drawn = 0;

function writeHex(bytes: Buffer, start: number, length: number): void {
  // The step has no common divisor with the number of places, so no place repeats before all have
  // come.
  drawn = (drawn + 67) % (hexDigits.length - length);
  hexDigits.copy(bytes, start, drawn, drawn + length);
}
