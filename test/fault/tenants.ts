import { expect } from 'vitest';
import { credentials } from '../rig/credential.js';
import { type RigResponse } from '../rig/rig.js';
import { expectIntact } from './outcome.js';

export const query = '{ organization { name } screens(first: 2) { nodes { name } } }';

export const both = { alpha: credentials.alpha.everything, beta: credentials.beta.everything } as const;

/** The stamps of all records in an answer. */
export const stampsIn = (answer: RigResponse | undefined): readonly string[] =>
  JSON.stringify(answer?.body.data ?? null).match(/stamp:\w+/g) ?? [];

export const expectOwn = (answer: RigResponse, organization: string): void => {
  expectIntact(answer);
  expect(new Set(stampsIn(answer))).toEqual(new Set([`stamp:${organization}`]));
};
