import { PartnerError } from '../../src/partner/error.js';
import { getScreen } from '../../src/partner/screen.js';
import { type CoolDown, createCoolDown } from '../../src/tenant/cool-down.js';
import type { Random } from './random.js';
import type { Resume, Sharing } from './scenario.js';

/** A wait that one replica publishes and others take note of. */
export interface Wait {
  readonly endsAt: number;
  /** Whether the upstream named it. */
  readonly isNamed: boolean;
  /** Refusals in a row that named no wait, this one included; 0 where the upstream serves again. */
  readonly guesses: number;
}

/** The cool-down of one credential at one replica: the project's own, and what a remedy would add to it. */
export interface Gate {
  /** Whether a request may be sent now. */
  allows(): boolean;
  /** A response other than 429 has come. @returns what the others should know */
  accept(): Wait | undefined;
  /** A 429 has come. @returns what the others should know */
  refuse(retryAfterSeconds: number | undefined): Wait | undefined;
  /** Another replica has published a wait. */
  note(wait: Wait): void;
  /** When it allows requests again, as far as clients are told. */
  endsAt(): number;
}

/** MAX_COOL_DOWN_SECONDS. */
const maxSeconds = 300;

export interface GateOptions {
  readonly now: () => number;
  readonly resume: Resume;
  readonly random: Random;
  /** Undefined where nothing is shared. */
  readonly sharing: Sharing | undefined;
}

export function createGate(options: GateOptions): Gate {
  const clock = createClock(options.now);
  const coolDown = createCoolDown(clock.now, maxSeconds);
  const state: State = { ...options, clock, coolDown, ...openState };
  return {
    allows: () => allows(state),
    accept: () => accept(state),
    refuse(retryAfterSeconds) {
      refuse(state, retryAfterSeconds);
      const { endsAt, knownUntil, guesses, sharing } = state;
      if (endsAt <= state.now() || endsAt <= knownUntil + (sharing?.toleranceMs ?? 0)) return undefined;
      state.knownUntil = endsAt;
      return { endsAt, isNamed: retryAfterSeconds !== undefined, guesses };
    },
    note: (wait) => note(state, wait),
    endsAt: () => state.heldUntil,
  };
}

interface State extends GateOptions {
  readonly clock: Clock;
  coolDown: CoolDown;
  /** Of the cool-down, with the jitter of the replica, and of what was published. */
  endsAt: number;
  heldUntil: number;
  knownUntil: number;
  guesses: number;
  mustProbe: boolean;
  isProbing: boolean;
}

const openState = {
  endsAt: -Infinity,
  heldUntil: -Infinity,
  knownUntil: -Infinity,
  guesses: 0,
  mustProbe: false,
  isProbing: false,
};

function allows(state: State): boolean {
  if (state.now() < state.heldUntil || state.isProbing || !isOpen(state.coolDown)) return false;
  state.isProbing = state.mustProbe;
  return true;
}

function accept(state: State): Wait | undefined {
  const { coolDown, now, heldUntil, sharing, guesses } = state;
  coolDown.noteResponse();
  // A response to a request from before the wait says nothing about its end.
  if (now() < heldUntil) return undefined;
  state.isProbing = false;
  state.mustProbe = false;
  state.guesses = 0;
  return guesses > 0 && sharing?.notes === 'state'
    ? { endsAt: now(), isNamed: false, guesses: 0 }
    : undefined;
}

function refuse(state: State, retryAfterSeconds: number | undefined): void {
  const { coolDown, clock } = state;
  const wasOpen = state.now() >= state.endsAt;
  coolDown.refused(refusal(retryAfterSeconds));
  if (wasOpen && retryAfterSeconds === undefined) state.guesses += 1;
  if (wasOpen || retryAfterSeconds !== undefined)
    hold(state, endOf(coolDown, clock, state.endsAt, retryAfterSeconds));
}

function note(state: State, wait: Wait): void {
  const { now, sharing } = state;
  state.knownUntil = Math.max(state.knownUntil, wait.endsAt);
  if (!wait.isNamed && sharing?.notes === 'state') noteState(state, wait);
  else if (!wait.isNamed && sharing?.notes === 'refusal') refuse(state, undefined);
  else if (wait.endsAt > now()) refuse(state, (wait.endsAt - now()) / 1000);
}

function noteState(state: State, wait: Wait): void {
  state.guesses = wait.guesses;
  if (wait.guesses > 0 && wait.endsAt < state.endsAt) return;
  state.coolDown = replay(state.clock, wait);
  hold(state, wait.endsAt);
}

function hold(state: State, end: number): void {
  if (end <= state.endsAt) return;
  state.endsAt = end;
  state.heldUntil = end + state.resume.jitterMs * state.random.next();
  state.mustProbe = state.resume.probes;
  state.isProbing = false;
}

type Clock = ReturnType<typeof createClock>;

/** The clock of a cool-down, which can be read at another time. */
function createClock(now: () => number) {
  let other: number | undefined;
  return {
    now: () => other ?? now(),
    at<T>(time: number, read: () => T): T {
      other = time;
      const value = read();
      other = undefined;
      return value;
    },
  };
}

function isOpen(coolDown: CoolDown): boolean {
  try {
    coolDown.check(getScreen);
    return true;
  } catch {
    return false;
  }
}

/** When a cool-down ends, which only its checks tell: as named, as before, or found by bisection. */
function endOf(coolDown: CoolDown, clock: Clock, before: number, namedSeconds = 0): number {
  const isOpenAt = (time: number): boolean => clock.at(time, () => isOpen(coolDown));
  const now = clock.now();
  const named = now + namedSeconds * 1000;
  for (const end of [before, named]) if (isOpenAt(Math.max(now, end)) && !isOpenAt(end - stepMs)) return end;
  let [closed, open] = [now, now + maxSeconds * 1000];
  while (open - closed > stepMs) {
    const middle = (closed + open) / 2;
    if (isOpenAt(middle)) open = middle;
    else closed = middle;
  }
  return open;
}

/** Milliseconds: more than what rounding adds to the end of a wait. */
const stepMs = 1 / 16;

/** A cool-down that has the history of a wait, as if each of its refusals had come here. */
function replay(clock: Clock, { endsAt, guesses }: Wait): CoolDown {
  const coolDown = createCoolDown(clock.now, maxSeconds);
  const waits = Array.from({ length: guesses }, (_, index) => Math.min(30, 2 ** index) * 1000);
  let at = endsAt - waits.reduce((sum, wait) => sum + wait, 0);
  for (const wait of waits) {
    clock.at(at, () => coolDown.refused(refusal(undefined)));
    at += wait;
  }
  return coolDown;
}

const refusal = (retryAfterSeconds: number | undefined): PartnerError =>
  new PartnerError('RATE_LIMITED', 'partnerV1_screen is out of quota (HTTP 429).', { retryAfterSeconds });
