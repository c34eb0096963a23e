import type { LiveRequest } from '../../../src/operation/live/live-request.js';
import type { OperationResult } from '../../../src/operation/result.js';
import type { FakeTime } from './fake-time.js';
import { failure, requestOf, resultOf } from './watcher.js';

export type Fault = 'none' | 'slow' | 'partial' | 'outage' | 'quota' | 'revoked' | 'thrown';

/** The credential that the Partner API has not accepted. */
export const unproven = 'three';

/** What a subscriber has subscribed to. */
export interface Subject {
  readonly credential: string;
  readonly operation: string;
  readonly everySeconds: number;
}

export const nameOf = ({ credential, operation, everySeconds }: Subject): string =>
  `${credential} ${operation} ${everySeconds}`;

/** How answers show whose they are, data and errors alike. */
export const stampOf = ({ credential, operation }: Subject): string => `<${credential} ${operation}>`;

/** A Partner API whose every answer is stamped with its credential and operation, and that watches who polls. */
export interface LiveWorld {
  /** What is true now of a credential and an operation. */
  readonly truthOf: (subject: Subject) => Record<string, unknown>;
  readonly change: (subject: Subject) => void;
  readonly setFault: (credential: string, fault: Fault) => void;
  readonly faultOf: (credential: string) => Fault;
  readonly requestFor: (subject: Subject) => LiveRequest;
  /** Rules that a poll has broken. */
  readonly broken: readonly string[];
  readonly runs: () => number;
}

/** @param listeners how many streams a subject has now */
export function createLiveWorld(time: FakeTime, listeners: (subject: Subject) => number): LiveWorld {
  const versions = new Map<string, number>();
  const faults = new Map<string, Fault>();
  const running = new Set<string>();
  const broken: string[] = [];
  let runs = 0;
  const keyOf = ({ credential, operation }: Subject): string => `${credential} ${operation}`;
  const faultOf = (credential: string): Fault => faults.get(credential) ?? 'none';
  const truthOf = (subject: Subject): Record<string, unknown> => ({
    stamp: stampOf(subject),
    version: versions.get(keyOf(subject)) ?? 0,
  });
  return {
    truthOf,
    faultOf,
    broken,
    runs: () => runs,
    change: (subject) => void versions.set(keyOf(subject), (versions.get(keyOf(subject)) ?? 0) + 1),
    setFault: (credential, fault) => void faults.set(credential, fault),
    requestFor(subject) {
      const { credential, operation, everySeconds } = subject;
      // Its own object each time, as if it had been forgotten.
      const tenant = { tenantKey: credential, refusedAt: -Infinity };
      const isAccepted = (): boolean => credential !== unproven;
      const live = { hash: operation, characters: 100, responseName: 'live', clocks: undefined };
      const run = createRun(subject, { time, listeners, running, broken, faultOf }, () => {
        runs += 1;
        return () => resultOfFault(faultOf(credential), truthOf(subject), stampOf(subject));
      });
      return requestOf(credential, run, { tenant, isAccepted, live, everySeconds });
    },
  };
}

interface Watch extends Pick<LiveWorld, 'faultOf'> {
  readonly time: FakeTime;
  readonly listeners: (subject: Subject) => number;
  readonly running: Set<string>;
  readonly broken: string[];
}

/** @param started called when a run starts; returns what its result is read from when it ends */
const createRun =
  (
    subject: Subject,
    { time, listeners, running, broken, faultOf }: Watch,
    started: () => () => OperationResult,
  ): LiveRequest['run'] =>
  async (_sentSince, onStop) => {
    const name = nameOf(subject);
    const readResult = started();
    if (listeners(subject) === 0) broken.push(`a poll of ${name} without a listener`);
    if (running.has(name)) broken.push(`two polls of ${name} at once`);
    running.add(name);
    await new Promise<void>((resolve) => {
      const end = (): void => {
        running.delete(name);
        resolve();
      };
      const cancel = time.after(faultOf(subject.credential) === 'slow' ? 3000 : 200, end);
      onStop(() => {
        cancel();
        end();
      });
    });
    return readResult();
  };

function resultOfFault(fault: Fault, truth: Record<string, unknown>, stamp: string): OperationResult {
  const failureOf = (code: string, path: string, facts = {}) => failure(code, { ...facts, stamp }, [path]);
  const failed = (code: string, facts = {}): OperationResult => ({
    data: { stamp: null },
    errors: [failureOf(code, 'stamp', facts)],
  });
  switch (fault) {
    case 'none':
    case 'slow':
      return resultOf(truth);
    case 'partial':
      return { ...resultOf({ ...truth, part: null }), errors: [failureOf('FORBIDDEN', 'part')] };
    case 'outage':
      return failed('UPSTREAM_UNAVAILABLE');
    case 'quota':
      return failed('RATE_LIMITED', { retryAfterSeconds: 3 });
    case 'revoked':
      return failed('UNAUTHENTICATED');
    case 'thrown':
      throw new Error(`A bug of ${stamp}.`);
  }
}
