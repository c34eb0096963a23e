/** Requests to another process that wait for their replies. */
export interface PendingReplies {
  /**
   * Sends a request under a new id.
   *
   * @returns the reply; undefined after `timeoutMs`, since a busy or ended process may never reply
   */
  readonly request: (send: (id: number) => void, timeoutMs: number) => Promise<string | undefined>;
  readonly settle: (id: number, reply: string) => void;
}

export function createPendingReplies(): PendingReplies {
  const pending = new Map<number, (reply: string | undefined) => void>();
  let lastId = 0;
  return {
    request(send, timeoutMs) {
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
    settle: (id, reply) => pending.get(id)?.(reply),
  };
}
