import { expect } from 'vitest';
import { credentials } from '../rig/credential.js';
import type { Responder } from '../rig/response.js';
import {
  dataAt,
  errorsOf,
  type Rig,
  type RigOptions,
  type RigResponse,
  startRig,
} from '../rig/rig.js';
import type { Match, Upstream } from '../rig/upstream.js';
import type { Asked } from './operations.js';

/** A rig whose upstream responds like this to the requests that match. */
export async function startFaulty(
  match: Match,
  respond: Responder,
  options?: RigOptions,
): Promise<Rig<Upstream>> {
  const rig = await startRig(options);
  rig.upstream.on(match, respond);
  return rig;
}

/**
 * Holds that the faulty field alone failed, with one error at its path, and that its neighbour is
 * intact.
 */
export function expectFailure(
  answer: RigResponse,
  asked: Asked,
  error: Readonly<Record<string, unknown>>,
): void {
  expect(answer.status).toBe(200);
  expect(errorsOf(answer)).toMatchObject([
    { path: asked.path, operation: asked.operation, ...error },
  ]);
  expect(dataAt(answer, asked.path)).toBeNull();
  expect(dataAt(answer, 'intact.name')).toMatch(/^(?:Organization|Media 2) stamp:alpha$/);
}

/** Holds that an answer has these errors and no others, in the order of their paths. */
export function expectErrors(answer: RigResponse, ...errors: readonly object[]): void {
  expect(errorsOf(answer)).toMatchObject(errors);
}

export function expectIntact(answer: RigResponse): void {
  expect(answer.body.errors).toBeUndefined();
  expect(answer.status).toBe(200);
}

/** The message of the only error. */
export const messageOf = ({ body }: RigResponse): string => {
  expect(body.errors).toHaveLength(1);
  return body.errors?.[0]?.message ?? '';
};

/** The log lines that report drift from the contract. */
export const drifts = (log: readonly string[]): Record<string, unknown>[] =>
  log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ kind }) => kind !== undefined);

/** A query of what two organizations have under the same ids. */
export const twinQuery = '{ organization { name } screens(first: 2) { nodes { name } } }';

export const both = {
  alpha: credentials.alpha.everything,
  beta: credentials.beta.everything,
} as const;

export const stampsIn = (answer: RigResponse | undefined): readonly string[] =>
  JSON.stringify(answer?.body.data ?? null).match(/stamp:\w+/g) ?? [];

export const expectOwn = (answer: RigResponse, organization: string): void => {
  expectIntact(answer);
  expect(new Set(stampsIn(answer))).toEqual(new Set([`stamp:${organization}`]));
};
