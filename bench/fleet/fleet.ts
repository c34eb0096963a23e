import { type Agenda, createAgenda } from './agenda.js';
import { type Counts, createCounts } from './count.js';
import { createGate, type Gate, type SentWait } from './gate.js';
import { createRandom, type Random } from './random.js';
import { createRedis, type Traffic } from './redis.js';
import type { Scenario } from './scenario.js';
import { createUpstream, type Upstream } from './upstream.js';

export interface Outcome {
  readonly counts: Counts;
  readonly traffic: Traffic;
}

interface Fleet {
  readonly scenario: Scenario;
  readonly agenda: Agenda;
  readonly counts: Counts;
  readonly upstream: Upstream;
  readonly gateOf: (replica: number, credential: number) => Gate;
}

/** Milliseconds after which a client that got no `Retry-After` comes again. */
const returnMs = 1000;

/** How often a client comes again. */
const maxReturns = 3;

/** Runs a fleet in virtual time. Two runs of one scenario are the same; nothing reads a clock. */
export function simulate(scenario: Scenario): Outcome {
  const { seed, replicas, credentials, minutes, quota, sharing } = scenario;
  const agenda = createAgenda();
  const counts = createCounts();
  const publish = (from: number, credential: number, wait: SentWait): void =>
    redis?.publish(from, credential, wait);
  const gateOf = createGates(scenario, agenda.now, sharing && publish);
  const redis =
    sharing &&
    createRedis({
      agenda,
      random: createRandom(seed + 1),
      sharing,
      replicas,
      endsAt: minutes * 60_000,
      note: (replica, credential, wait) => gateOf(replica, credential).note(wait),
    });
  const upstream = createUpstream(agenda, quota, credentials, counts);
  const fleet: Fleet = { scenario, agenda, counts, upstream, gateOf };
  for (let credential = 0; credential < credentials; credential += 1)
    arrive(fleet, credential, createRandom(hash(seed, credential)));
  agenda.run();
  return { counts, traffic: redis?.traffic ?? { commands: 0, deliveries: 0, lost: 0 } };
}

/** A gate for each replica and credential, made when it is first used. */
function createGates(
  { credentials }: Scenario,
  now: () => number,
  publish: ((from: number, credential: number, wait: SentWait) => void) | undefined,
): Fleet['gateOf'] {
  const gates = new Map<number, Gate>();
  return (replica, credential) => {
    const key = replica * credentials + credential;
    const announce = publish && ((wait: SentWait): void => publish(replica, credential, wait));
    const gate = gates.get(key) ?? createGate(now, announce);
    gates.set(key, gate);
    return gate;
  };
}

/**
 * Plans the next operation of a credential: each has numbers of its own, so that sharing changes no
 * other.
 */
function arrive(fleet: Fleet, credential: number, random: Random): void {
  const { agenda, scenario } = fleet;
  const at = agenda.now() + random.exponential(1000 / scenario.operationsPerSecond);
  const seed = Math.floor(random.next() * 2 ** 32);
  if (at >= scenario.minutes * 60_000) return;
  agenda.plan(at, () => {
    runOperation(fleet, credential, createRandom(seed), 0);
    arrive(fleet, credential, random);
  });
}

/** Sends the requests of one operation together, at one replica. */
function runOperation(fleet: Fleet, credential: number, random: Random, returns: number): void {
  const { scenario, counts, upstream, gateOf } = fleet;
  const replica = Math.floor(random.next() * scenario.replicas);
  const gate = gateOf(replica, credential);
  counts.operations += 1;
  let inFlight = 0;
  let isRefused = false;
  for (let request = 0; request < scenario.requests; request += 1) {
    if (!gate.allows()) {
      isRefused = true;
      break;
    }
    inFlight += 1;
    upstream.send(
      credential,
      random.delay(scenario.latencyMs),
      ({ isAccepted, retryAfterSeconds }) => {
        inFlight -= 1;
        isRefused ||= !isAccepted;
        gate.responded(isAccepted, retryAfterSeconds);
        if (inFlight === 0) finish(isRefused ? 'refusedLater' : 'served');
      },
    );
  }
  const finish = (how: 'served' | 'refusedAtOnce' | 'refusedLater'): void => {
    counts[how] += 1;
    if (how !== 'served') comeAgain(fleet, credential, random, { gate, returns });
  };
  if (inFlight === 0) finish('refusedAtOnce');
}

/** A client that obeys `Retry-After` sends the operation again at that time. */
function comeAgain(
  fleet: Fleet,
  credential: number,
  random: Random,
  { gate, returns }: { readonly gate: Gate; readonly returns: number },
): void {
  const { agenda, scenario } = fleet;
  if (returns >= maxReturns || random.next() >= scenario.returning) return;
  const retryAt = gate.retryAt() ?? agenda.now() + returnMs;
  agenda.plan(retryAt + scenario.retryJitterMs * random.next(), () =>
    runOperation(fleet, credential, random, returns + 1),
  );
}

const hash = (seed: number, index: number): number =>
  Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
