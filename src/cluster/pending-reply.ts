export type PendingReplies = ReturnType<typeof createPendingReplies<string>>;

/** Requests to another process that wait for their replies. */
export function createPendingReplies<Reply>() {
  const pending = new Map<number, (reply: Reply | undefined) => void>();
  let lastId = 0;
  return {
    /**
     * Sends a request under a new id.
     *
     * @returns the reply; undefined after `timeoutMs`, since a busy or ended process may never reply
     */
    request(send: (id: number) => void, timeoutMs: number): Promise<Reply | undefined> {
      const id = (lastId += 1);
      return new Promise((resolve) => {
        const settle = (reply: Reply | undefined): void => {
          clearTimeout(timeout);
          pending.delete(id);
          resolve(reply);
        };
        const timeout = setTimeout(settle, timeoutMs, undefined);
        pending.set(id, settle);
        send(id);
      });
    },
    settle: (id: number, reply: Reply): void => pending.get(id)?.(reply),
  };
}
