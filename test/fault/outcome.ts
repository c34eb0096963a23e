import { expect } from 'vitest';
import { type RigResponse, dataAt, errorsOf } from '../rig/rig.js';
import type { Asked } from './operations.js';

/** Holds that the faulty field alone failed, with one error at its path, and that its neighbour is intact. */
export function expectFailure(
  answer: RigResponse,
  asked: Asked,
  error: Readonly<Record<string, unknown>>,
): void {
  expect(answer.status).toBe(200);
  expect(errorsOf(answer)).toMatchObject([{ path: asked.path, operation: asked.operation, ...error }]);
  expect(dataAt(answer, asked.path)).toBeNull();
  expect(dataAt(answer, 'intact.name')).toMatch(/^(?:Organization|Media 2) stamp:alpha$/);
}

/** Holds that nothing failed. */
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
  log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ kind }) => kind !== undefined);
