import { expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { getOrganization } from '../../src/partner/organization.js';
import { getScreenConfiguration } from '../../src/partner/playback.js';
import { getScreen, listScreens } from '../../src/partner/screen.js';
import {
  announceMissing,
  listenForMissing,
  MissingScopes,
} from '../../src/tenant/missing-scope.js';
import type { MessageListener, SharedState } from '../../src/shared/shared-state.js';

const minutes = 60_000;
const facts = {
  status: 403,
  operation: getScreen.id,
  requiredScope: 'screens:read',
  requestId: 'up-1',
};
const refusal = new PartnerError(
  'FORBIDDEN',
  'The credential lacks the scope screens:read (HTTP 403).',
  facts,
);

function open() {
  const clock = { now: 0 };
  const announced: string[] = [];
  const scopes = new MissingScopes(
    () => clock.now,
    (scope) => announced.push(scope),
  );
  return { clock, announced, scopes };
}

it('a 403 is believed for five minutes, for all that needs the scope, as the error that it was', () => {
  const { clock, scopes } = open();
  expect(scopes.refused(refusal, getScreen)).toBe(true);
  expect(scopes.refusalOf(getScreen)).toMatchObject({
    code: 'FORBIDDEN',
    message: refusal.message,
    facts,
  });
  expect(scopes.refusalOf(listScreens)?.facts).toEqual({
    ...facts,
    operation: listScreens.id,
    retryAfterSeconds: undefined,
  });
  expect(scopes.refusalOf(getScreenConfiguration)).toBeUndefined();
  expect(scopes.refusalOf(getOrganization)).toBeUndefined();
  clock.now = 5 * minutes;
  expect(scopes.refusalOf(getScreen)).toBeUndefined();
});

it('what needs no scope is sent again after a 403', () => {
  const { announced, scopes } = open();
  expect(scopes.refused(refusal, getOrganization)).toBe(true);
  expect(scopes.refusalOf(getOrganization)).toBeUndefined();
  expect(announced).toEqual([]);
});

it('a scope is lost once, however often it is refused, and again after it was granted', () => {
  const { clock, announced, scopes } = open();
  expect([scopes.refused(refusal, getScreen), scopes.refused(refusal, getScreen)]).toEqual([
    true,
    false,
  ]);
  expect(announced).toEqual(['screens:read']);
  clock.now = 6 * minutes;
  expect(scopes.refused(refusal, getScreen)).toBe(false);
  expect(announced).toHaveLength(2);
  scopes.granted('screens:read');
  expect(scopes.refusalOf(getScreen)).toBeUndefined();
  expect(scopes.refused(refusal, getScreen)).toBe(true);
});

it('processes of a fleet tell each other, with what clients are told', () => {
  const messages: string[] = [];
  let hear: MessageListener = () => undefined;
  const shared: Pick<SharedState, 'announce' | 'listen'> = {
    announce: (channel, message) => void messages.push(`${channel} ${message}`),
    listen: (_channel, listener) => {
      hear = listener;
      return () => undefined;
    },
  };
  const { clock, scopes } = open();
  listenForMissing(shared, () => scopes);
  announceMissing(shared, 'tenant', 'screens:read', refusal);
  const [message = ''] = messages;
  hear(message.replace('scope ', ''), 2 * minutes);
  expect(scopes.refusalOf(getScreen)).toMatchObject({ message: refusal.message, facts });
  clock.now = 2 * minutes;
  expect(scopes.refusalOf(getScreen)).toBeUndefined();
  for (const text of ['', '{}', '{"tenantKey":"t","scope":"all","message":"m","facts":{}}'])
    hear(text, minutes);
  expect(scopes.refusalOf(getScreen)).toBeUndefined();
});
