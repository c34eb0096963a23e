/**
 * Loaded into each measured process before anything else: reports the CPU time of the process over the IPC channel. The
 * servers need no code of their own for it.
 */
export interface Usage {
  /** Milliseconds of CPU, user and system, since the process started. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

process.on('message', (question) => {
  if (question !== 'usage') return;
  const { user, system } = process.cpuUsage();
  const usage: Usage = { cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() };
  process.send?.(usage);
});
