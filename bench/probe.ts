/**
 * Loaded into each process that is measured, before anything else: tells over the IPC channel how much CPU the process
 * has used, so that every server is asked in the same way and needs to know nothing of it.
 */
export interface Usage {
  /** Milliseconds of CPU, user and system, since the process began. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

process.on('message', (question) => {
  if (question !== 'usage') return;
  const { user, system } = process.cpuUsage();
  const usage: Usage = { cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() };
  process.send?.(usage);
});
