import { createServer } from 'node:http';
import { join } from 'node:path';
import { collect } from '../heap.js';

/** What one request has cost a process. */
export interface Cost {
  /** Milliseconds of the longest time in which nothing else was done. */
  readonly blockedMs: number;
  /** Bytes of resident memory at the highest point, above those before. */
  readonly grownBytes: number;
}

/**
 * Preloaded into a process of the façade, the primary process and workers alike, which then watches
 * itself: what blocks or grows here is the façade and nothing else. The test asks over a socket of
 * the process in `WATCH_DIR`: `/begin` before a request, `/end` after it.
 */
const tickMs = 2;

let lastWall = performance.now();
let lastCpu = process.cpuUsage();
let blockedMs = 0;
let before = 0;
let peak = 0;

function observe(): void {
  const now = performance.now();
  const { user, system } = process.cpuUsage(lastCpu);
  // While another process has the processor, time passes and none of it is ours.
  blockedMs = Math.max(blockedMs, Math.min(now - lastWall, (user + system) / 1000));
  peak = Math.max(peak, process.memoryUsage.rss());
  lastWall = now;
  lastCpu = process.cpuUsage();
}

function begin(): void {
  collect();
  before = process.memoryUsage.rss();
  blockedMs = 0;
  peak = before;
  lastWall = performance.now();
  lastCpu = process.cpuUsage();
}

const server = createServer((request, response) => {
  if (request.url === '/begin') begin();
  else observe();
  const cost: Cost = { blockedMs, grownBytes: peak - before };
  response.end(JSON.stringify(cost));
});

const directory = process.env['WATCH_DIR'];
if (directory !== undefined) {
  // Workers would share a socket that is not exclusive.
  server.listen({ path: join(directory, `${process.pid}.sock`), exclusive: true });
  server.unref();
  setInterval(observe, tickMs).unref();
}
