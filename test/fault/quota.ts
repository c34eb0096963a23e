import { status } from '../rig/response.js';
import { type RigResponse, errorsOf } from '../rig/rig.js';

export const query = '{ organization { name } }';

export const tooMany = (retryAfter?: string) =>
  status(
    429,
    retryAfter === undefined
      ? {}
      : {
          headers: { 'retry-after': retryAfter },
          json: { error: { code: 'quota', message: 'Too many', requestId: 'up-1' } },
        },
  );

export const codesOf = (answer: RigResponse): unknown[] => errorsOf(answer).map(({ code }) => code);
