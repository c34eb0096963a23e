import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createFreshText } from './fresh-text.js';
import type { ResponseForm, Coding } from './mode.js';
import type { Body } from './store.js';

export interface UpstreamResponse {
  readonly bytes: Buffer;
  readonly coding: Coding | undefined;
}

/**
 * The responses to one path.
 *
 * @returns a function that makes the next one, in the coding of the form if the client accepts it
 */
export function createResponses(
  form: ResponseForm,
  body: Body,
): (accepted: string) => UpstreamResponse {
  const nextPlain = createPlain(form, body);
  const { coding } = form;
  let nextCoded: (() => Buffer) | undefined;
  return (accepted) => {
    if (coding === undefined || !accepted.includes(coding))
      return { bytes: nextPlain(), coding: undefined };
    nextCoded ??= inTurn(Array.from({ length: variants }, () => encoders[coding](nextPlain())));
    return { bytes: nextCoded(), coding };
  };
}

/**
 * Compressing costs the upstream more than the response costs the façade, so it happens at the
 * first request for a path, during the warm-up. Two variants would be enough to make each response
 * differ from the one before.
 */
const variants = 16;

const encoders: Readonly<Record<Coding, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes),
  // The quality of servers that compress on the fly; the default is for files that are compressed
  // once.
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

function createPlain({ isFresh, isReordered, isIndented }: ResponseForm, body: Body): () => Buffer {
  const text = JSON.stringify(
    isReordered ? reorder(body) : body,
    undefined,
    isIndented ? 2 : undefined,
  );
  return isFresh ? createFreshText(text) : inTurn([Buffer.from(text)]);
}

function inTurn(all: readonly Buffer[]): () => Buffer {
  let turn = -1;
  return () => {
    turn += 1;
    const next = all[turn % all.length];
    if (next === undefined) throw new Error('There is no response.');
    return next;
  };
}

/** The same body with `pagination` before `data`, and with `id` last wherever it is. */
export function reorder({ data, pagination }: Body): Body {
  return { ...(pagination && { pagination }), data: withIdLast(data) };
}

function withIdLast(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIdLast);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, withIdLast(member)] as const,
  );
  return Object.fromEntries([
    ...members.filter(([name]) => name !== 'id'),
    ...members.filter(([name]) => name === 'id'),
  ]);
}
