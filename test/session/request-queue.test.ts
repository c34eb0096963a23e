import { describe, expect, it } from 'vitest';
import { Refusals } from '../../src/session/request-queue.js';
import type { Endpoint } from '../../src/partner/endpoint.js';
import { type ErrorCode, PartnerError } from '../../src/partner/error.js';
import { getMedia, listMedia } from '../../src/partner/media.js';
import { getOrganization } from '../../src/partner/organization.js';
import { getScreenConfiguration } from '../../src/partner/playback.js';
import { getPlaylist } from '../../src/partner/playlist.js';
import { getScreen, listScreens } from '../../src/partner/screen.js';

const operations: readonly Endpoint[] = [
  getOrganization,
  getScreen,
  listScreens,
  getScreenConfiguration,
  getPlaylist,
  getMedia,
  listMedia,
];

const errorOf = (code: ErrorCode, operation: Endpoint, requestId: string): PartnerError =>
  new PartnerError(code, `${operation.id} was refused.`, {
    status: 400,
    operation: operation.id,
    requestId,
    requiredScope: code === 'FORBIDDEN' ? operation.scope : undefined,
  });

/** Operations that are answered from memory after this one was refused. */
function refusedAfter(code: ErrorCode, operation: Endpoint): string[] {
  const refusals = new Refusals();
  refusals.remember(operation, errorOf(code, operation, 'req-1'));
  return operations.filter((each) => refusals.of(each) !== undefined).map(({ id }) => id);
}

const all = operations.map(({ id }) => id);
const others = [
  ...(['NOT_FOUND', 'BAD_USER_INPUT', 'HTTPS_REQUIRED', 'UPSTREAM_UNAVAILABLE'] as const),
  ...(['UPSTREAM_TIMEOUT', 'UPSTREAM_INVALID_RESPONSE', 'UPSTREAM_BUDGET_EXCEEDED'] as const),
];

describe('what one refusal applies to (contract, "Authentication", 4 and 5)', () => {
  it.each<[ErrorCode, Endpoint, readonly string[]]>([
    ['UNAUTHENTICATED', getMedia, all],
    ['RATE_LIMITED', getScreen, all],
    ['FORBIDDEN', getScreen, ['partnerV1_screen', 'partnerV1_screens']],
    ['FORBIDDEN', listMedia, ['partnerV1_mediaItem', 'partnerV1_media']],
    ['FORBIDDEN', getScreenConfiguration, ['partnerV1_screenConfiguration']],
    ['FORBIDDEN', getOrganization, []],
    ...others.map((code): [ErrorCode, Endpoint, readonly string[]] => [code, getScreen, []]),
  ])('%s on $1.id', (code, operation, refused) => {
    expect(refusedAfter(code, operation)).toEqual(refused);
  });

  it('names the endpoint that repeats it, with the request id of the first', () => {
    const refusals = new Refusals();
    refusals.remember(getScreen, errorOf('FORBIDDEN', getScreen, 'req-1'));
    refusals.remember(listScreens, errorOf('FORBIDDEN', listScreens, 'req-2'));
    const repeated = refusals.of(listScreens);
    expect(repeated?.message).toBe('partnerV1_screens was refused.');
    expect(repeated?.facts).toMatchObject({
      operation: 'partnerV1_screens',
      requiredScope: 'screens:read',
      requestId: 'req-1',
    });
  });

  it('a 401 names no scope on what repeats it', () => {
    const refusals = new Refusals();
    refusals.remember(getScreen, errorOf('UNAUTHENTICATED', getScreen, 'req-1'));
    expect(refusals.of(getMedia)?.facts.requiredScope).toBeUndefined();
  });

  it('what is no refusal of the Partner API is not remembered', () => {
    const refusals = new Refusals();
    refusals.remember(getScreen, new Error('a fault of ours'));
    expect(refusals.of(getScreen)).toBeUndefined();
  });
});
