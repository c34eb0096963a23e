export type PendingReplies = ReturnType<typeof createPendingReplies>;

/** Requests to another process that wait for their replies. */
export function createPendingReplies() {
  const pending = new Map<number, (reply: string | undefined) => void>();
  let lastId = 0;
  return {
    /**
     * Sends a request under a new id.
     *
     * @returns the reply; undefined after `timeoutMs`, since a busy or ended process may never reply
     */
    request(send: (id: number) => void, timeoutMs: number): Promise<string | undefined> {
      const id = (lastId += 1);
      return new Promise((resolve) => {
        const settle = (reply: string | undefined): void => {
          clearTimeout(timeout);
          pending.delete(id);
          resolve(reply);
        };
        const timeout = setTimeout(settle, timeoutMs, undefined);
        pending.set(id, settle);
        send(id);
      });
    },
    settle: (id: number, reply: string): void => pending.get(id)?.(reply),
  };
}
