/** A call, with an id where somebody waits for its result, or the result of one. */
export type PipeMessage =
  | { readonly id: number | undefined; readonly name: string; readonly args: readonly unknown[] }
  | { readonly id: number; readonly result: unknown };

/**
 * @param sent called when the pipe has taken the message; without it, a send to a process that has
 *   just ended would throw
 */
type Post = (message: PipeMessage, sent: () => void) => void;

type Methods<Other> = { readonly [Name in keyof Other]: (...args: never[]) => unknown };

/** The calls of one process at another, which runs this same program. They run in their order. */
export class Pipe<Other extends Methods<Other>> {
  private readonly waiting = new Map<number, (result: unknown) => void>();
  private lastId = 0;

  constructor(private readonly post: Post) {}

  /** Resolves when the pipe has taken the call: nobody waits for its result. */
  tell<Name extends keyof Other & string>(
    name: Name,
    ...args: Parameters<Other[Name]>
  ): Promise<void> {
    return new Promise((resolve) => this.post({ id: undefined, name, args }, resolve));
  }

  /** Never settles where the other process has ended. */
  ask<Name extends keyof Other & string>(
    name: Name,
    ...args: Parameters<Other[Name]>
  ): Promise<Awaited<ReturnType<Other[Name]>>> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve) => {
      // The other process runs this same program, so the result is that of the method.
      this.waiting.set(id, resolve as (result: unknown) => void);
      this.post({ id, name, args }, () => undefined);
    });
  }

  /** Takes a message of the other process: runs a call of `own`, or settles one of ours. */
  async receive<Own extends Methods<Own>>(own: Own, message: PipeMessage): Promise<void> {
    if ('result' in message) {
      this.waiting.get(message.id)?.(message.result);
      this.waiting.delete(message.id);
      return;
    }
    const { id, name, args } = message;
    // As above: the arguments are those of the method.
    const result: unknown = await own[name as keyof Own]?.(...(args as never[]));
    if (id !== undefined) this.post({ id, result }, () => undefined);
  }
}
