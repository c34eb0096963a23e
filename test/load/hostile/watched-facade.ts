import { createFacade } from '../../../src/facade.js';
import { listen } from '../../../src/http/listener.js';

/** What one request has cost the process. */
export interface Cost {
  /** Milliseconds of the longest time in which nothing else was done. */
  readonly blockedMs: number;
  /** Bytes of resident memory at the highest point, above those before. */
  readonly grownBytes: number;
}

/**
 * A façade in a process of its own, which watches itself: what blocks or grows here is the façade and nothing else. The
 * parent asks by messages: `begin` before a request, `end` after it.
 */
const tickMs = 2;

let lastWall = performance.now();
let lastCpu = process.cpuUsage();
let blockedMs = 0;
let before = 0;
let peak = 0;

function tick(): void {
  const now = performance.now();
  const { user, system } = process.cpuUsage(lastCpu);
  // Where another process has the processor, time goes by and none of it is ours.
  blockedMs = Math.max(blockedMs, Math.min(now - lastWall, (user + system) / 1000));
  peak = Math.max(peak, process.memoryUsage.rss());
  lastWall = now;
  lastCpu = process.cpuUsage();
  setTimeout(tick, tickMs);
}

const facade = createFacade({
  partnerApiUrl: process.argv[2] ?? '',
  settings: { PORT: '0', LOG_LEVEL: 'warn' },
});
const { url } = await listen(facade);

process.on('message', (message) => {
  if (message === 'begin') {
    globalThis.gc?.();
    before = process.memoryUsage.rss();
    blockedMs = 0;
    peak = before;
    lastWall = performance.now();
    lastCpu = process.cpuUsage();
    process.send?.('begun');
  } else process.send?.({ blockedMs, grownBytes: peak - before } satisfies Cost);
});
process.on('disconnect', () => process.exit());
tick();
process.send?.({ url });
