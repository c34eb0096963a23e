/** Requests to another process that wait for their replies. */
export class PendingReplies<Reply> {
  private readonly pending = new Map<number, (reply: Reply | undefined) => void>();
  private lastId = 0;

  /**
   * Sends a request under a new id.
   *
   * @returns the reply; undefined after `timeoutMs`, since a busy or ended process may never reply
   */
  request(send: (id: number) => void, timeoutMs: number): Promise<Reply | undefined> {
    const id = (this.lastId += 1);
    return new Promise((resolve) => {
      const settle = (reply: Reply | undefined): void => {
        clearTimeout(timeout);
        this.pending.delete(id);
        resolve(reply);
      };
      const timeout = setTimeout(settle, timeoutMs, undefined);
      this.pending.set(id, settle);
      send(id);
    });
  }

  settle(id: number, reply: Reply): void {
    this.pending.get(id)?.(reply);
  }
}
