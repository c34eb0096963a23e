import { setTimeout as delay } from 'node:timers/promises';

/** The kinds of open handles of the process, with their numbers. */
export function openHandles(): ReadonlyMap<string, number> {
  const open = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) open.set(kind, (open.get(kind) ?? 0) + 1);
  return open;
}

/** The handles that remain open beyond `before`, after a grace period of six seconds for connections to end. */
export async function leakedHandles(before: ReadonlyMap<string, number>): Promise<readonly string[]> {
  for (let round = 0; ; round += 1) {
    const leaked = [...openHandles()].flatMap(([kind, count]) => {
      const more = count - (before.get(kind) ?? 0);
      // Two timers are expected: this delay, and the one that closes idle connections.
      return more > (kind === 'Timeout' ? 2 : 0) ? [`${more} ${kind}`] : [];
    });
    if (leaked.length === 0 || round === 60) return leaked;
    await delay(100);
  }
}

/** Reports rejections and exceptions that nothing handles; returns a function that stops it. */
export function watchProcess(report: (fault: string) => void): () => void {
  const onRejection = (reason: unknown): void => report(`unhandled rejection: ${String(reason)}`);
  const onException = (error: Error): void => report(`uncaught exception: ${error.message}`);
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException);
  return () => void process.off('unhandledRejection', onRejection).off('uncaughtException', onException);
}
