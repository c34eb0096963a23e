import { expect } from 'vitest';
import { credentials } from '../rig/credential.js';
import { type RigResponse } from '../rig/rig.js';
import { expectIntact } from './outcome.js';

export const query = '{ organization { name } screens(first: 2) { nodes { name } } }';

export const both = { alpha: credentials.alpha.everything, beta: credentials.beta.everything } as const;

export const expectOwn = (answer: RigResponse, organization: string): void => {
  expectIntact(answer);
  expect(JSON.stringify(answer.body.data).match(/stamp:\w+/g)).not.toBeNull();
  expect(new Set(JSON.stringify(answer.body.data).match(/stamp:\w+/g))).toEqual(
    new Set([`stamp:${organization}`]),
  );
};
