import cluster from 'node:cluster';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../config.js';
import type { Logger } from '../telemetry/logger.js';
import { createRestartLimit, maxExits } from './restart-limit.js';
import { createMetricCollector, type MetricCollector } from './metric-collector.js';
import type { EmbeddedSimulator, ToPrimary } from './message.js';
import { forkWorker, type WorkerHandle } from './fork.js';

export interface WorkersOptions {
  readonly settings: Pick<Settings, 'WORKERS' | 'DRAIN_DELAY_MS' | 'DRAIN_TIMEOUT_MS'>;
  readonly logger: Logger;
  /** Undefined where a real Partner API is read. */
  readonly simulator: EmbeddedSimulator | undefined;
  /** What else is to be closed before the process exits. */
  readonly finish: () => Promise<void>;
}

/** Whether this process is one of the workers of a façade that has several. */
export const isWorker = ({ WORKERS }: Pick<Settings, 'WORKERS'>): boolean => WORKERS > 1 && cluster.isWorker;

interface Cluster extends WorkersOptions {
  /** By their numbers, 1 to WORKERS; a restarted worker has the number of the one before it. */
  readonly members: Map<number, WorkerHandle>;
  readonly metrics: MetricCollector;
  readonly mayRestart: () => boolean;
  state: 'starting' | 'serving' | 'ending';
  everythingAnswered: boolean;
}

/**
 * Starts WORKERS processes of this program that share its port, and sees that they live: one that dies is started
 * again. The first SIGTERM or SIGINT drains all of them, and the process exits 0; a second one ends all at once.
 *
 * Each worker is a façade of its own. What is counted is added up at `/metrics`; what is remembered is not shared:
 * a credential's cool-down after a 429, requests in flight that others join, and the memory cache are each worker's,
 * and the limits MAX_OPERATIONS, UPSTREAM_MAX_CONNECTIONS, CACHE_MAX_BYTES and UNCHANGED_MAX_BYTES hold for each worker.
 * So do the dashboard's sign-ins, which is why it is not served beside several workers.
 *
 * @returns the address, when all of them listen
 * @throws Error when one of them ends before that; it has told why
 */
export async function startWorkers(options: WorkersOptions): Promise<string> {
  const members = new Map<number, WorkerHandle>();
  const crew: Cluster = {
    ...options,
    members,
    metrics: createMetricCollector(members),
    mayRestart: createRestartLimit(() => performance.now()),
    state: 'starting',
    everythingAnswered: true,
  };
  // The first goes ahead: what keeps it from listening would keep them all, and is told once.
  const url = await add(crew, 1);
  const others = Array.from({ length: options.settings.WORKERS - 1 }, (_, index) => add(crew, index + 2));
  await Promise.all(others);
  crew.state = 'serving';
  for (const member of members.values()) member.tell({ kind: 'open' });
  endOnSignal(crew);
  return url;
}

/** The address at which the new worker listens. */
async function add(crew: Cluster, number: number): Promise<string> {
  const member = forkWorker(number, {
    received: (message) => receive(crew, member, message),
    ended: (how) => replace(crew, number, how),
  });
  crew.members.set(number, member);
  const url = await member.listening;
  crew.logger.info({ worker: number, pid: member.pid }, 'worker listens');
  if (crew.state === 'serving') member.tell({ kind: 'open' });
  return url;
}

function receive(crew: Cluster, member: WorkerHandle, message: ToPrimary): void {
  if (message.kind === 'hello') member.tell({ kind: 'start', simulator: crew.simulator });
  else if (message.kind === 'wants metrics')
    void crew.metrics
      .read(member, message.own)
      .then((text) => member.tell({ kind: 'metrics', id: message.id, text }));
  else if (message.kind === 'metrics') crew.metrics.answered(message.id, message.text);
  else if (message.kind === 'drained') crew.everythingAnswered &&= message.everythingAnswered;
}

function replace(crew: Cluster, number: number, how: string): void {
  crew.members.delete(number);
  crew.metrics.ended(number);
  if (crew.state !== 'serving') return;
  crew.logger.warn({ worker: number, how }, 'worker ended');
  if (crew.mayRestart()) {
    // Where it ends again before it listens, it comes here again.
    add(crew, number).catch(() => undefined);
    return;
  }
  process.stderr.write(
    `More than ${maxExits} workers have ended within ten seconds, the last one with ${how}.\n`,
  );
  void end(crew, 1);
}

function endOnSignal(crew: Cluster): void {
  const onSignal = (signal: 'SIGTERM' | 'SIGINT'): void => {
    if (crew.state === 'ending') {
      for (const member of crew.members.values()) member.kill();
      process.exit(128 + constants.signals[signal]);
    }
    crew.logger.info({ signal }, 'draining');
    void end(crew, 0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Milliseconds that a worker has beyond its own bound, to end by itself. */
const graceMs = 1000;

async function end(crew: Cluster, code: number): Promise<void> {
  crew.state = 'ending';
  const { DRAIN_DELAY_MS, DRAIN_TIMEOUT_MS } = crew.settings;
  const members = [...crew.members.values()];
  for (const member of members) member.tell({ kind: 'drain' });
  const gone = Promise.all(members.map(({ gone }) => gone));
  await Promise.race([gone, delay(DRAIN_DELAY_MS + DRAIN_TIMEOUT_MS + graceMs)]);
  // One whose event loop stands still has not even heard of it.
  const everythingAnswered = crew.everythingAnswered && crew.members.size === 0;
  for (const member of crew.members.values()) member.kill();
  await crew.finish();
  crew.logger.info({ everythingAnswered }, 'drained');
  process.exit(code);
}
