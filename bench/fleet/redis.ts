import type { Agenda } from './agenda.js';
import type { SentWait } from './gate.js';
import type { Random } from './random.js';
import type { Sharing } from './scenario.js';

/** What the simulation knows of Redis: one thread, and a network before and behind it. */
export interface Redis {
  /** Publishes a wait to all replicas but its own, and stores it for those that connect later. */
  publish(from: number, credential: number, wait: SentWait): void;
  readonly traffic: Traffic;
}

export interface Traffic {
  /** Commands: a script for each publication, and one for each read after a reconnect. */
  commands: number;
  /** Messages that Redis writes to subscribers. */
  deliveries: number;
  /** Publications that were lost because Redis was down. */
  lost: number;
}

export interface RedisOptions {
  readonly agenda: Agenda;
  readonly random: Random;
  readonly sharing: Sharing;
  readonly replicas: number;
  readonly endsAt: number;
  readonly note: (replica: number, credential: number, wait: SentWait) => void;
}

/** Milliseconds of the thread: 50,000 scripts and 500,000 messages to subscribers a second. */
const scriptMs = 0.02;
const deliveryMs = 0.002;

/** A wait is kept for so long beyond its end. */
const memoryMs = 60_000;

/** Redis is down in one piece of each ten minutes. */
const cycleMs = 600_000;
const downFrom = 0.3 * cycleMs;

/** A replica connects again within a second. */
const reconnectMs = 1000;

export function createRedis(options: RedisOptions): Redis {
  const { agenda, random, sharing, replicas, note } = options;
  const stored = new Map<number, SentWait>();
  const traffic: Traffic = { commands: 0, deliveries: 0, lost: 0 };
  const thread = new Thread();

  const read = (replica: number): void => {
    traffic.commands += 1;
    const doneAt = thread.occupy(agenda.now(), scriptMs);
    for (const [credential, wait] of stored) {
      if (agenda.now() > wait.endsAt + memoryMs) continue;
      agenda.plan(doneAt + random.delay(sharing.delayMs), () => note(replica, credential, wait));
    }
  };
  planReconnects(options, read);

  return {
    traffic,
    publish(from, credential, wait) {
      if (isDown(sharing, agenda.now())) {
        traffic.lost += 1;
        return;
      }
      traffic.commands += 1;
      traffic.deliveries += replicas;
      stored.set(credential, wait);
      let writtenAt = thread.occupy(agenda.now(), scriptMs);
      for (let replica = 0; replica < replicas; replica += 1) {
        writtenAt = thread.occupy(writtenAt, deliveryMs);
        if (replica === from) continue;
        agenda.plan(writtenAt + random.delay(sharing.delayMs), () =>
          note(replica, credential, wait),
        );
      }
    },
  };
}

class Thread {
  private isBusyUntil = 0;

  /** @returns when it is done */
  occupy(arrivesAt: number, milliseconds: number): number {
    this.isBusyUntil = Math.max(this.isBusyUntil, arrivesAt) + milliseconds;
    return this.isBusyUntil;
  }
}

const isDown = ({ downShare }: Sharing, at: number): boolean => {
  const place = at % cycleMs;
  return place >= downFrom && place < downFrom + downShare * cycleMs;
};

/** After each time without Redis, every replica reads the waits that are stored. */
function planReconnects(
  { agenda, random, sharing, replicas, endsAt }: RedisOptions,
  read: (replica: number) => void,
): void {
  if (sharing.downShare === 0) return;
  for (let upAt = downFrom + sharing.downShare * cycleMs; upAt < endsAt; upAt += cycleMs)
    for (let replica = 0; replica < replicas; replica += 1)
      agenda.plan(upAt + reconnectMs * random.next(), () => read(replica));
}
