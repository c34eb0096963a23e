import type { Tenant } from './tenant.js';

/** Sets of variables that are remembered for one operation; the oldest is forgotten first. */
const maxVariables = 200;

/** Characters. Longer variables are ids in bulk, which seldom come again. */
const maxVariablesLength = 2000;

/**
 * The lists that an operation's links were read from when it last ran for the same credential with
 * the same variables. The next run starts those sweeps with its first read: that saves a round
 * trip, and sends no request that the batch would not send later. Other variables may lead to no
 * link at all, so they have a history of their own.
 */
export class SweepHistory {
  /** Paths of the lists that are swept ahead, and that no batch has needed so far. */
  private readonly ahead: Set<string>;

  /** @param operation the checked operation itself: its history is forgotten with its document */
  constructor(
    private readonly tenant: Pick<Tenant, 'sweepHistory'>,
    private readonly operation: object,
    private readonly variables: string,
  ) {
    this.ahead = new Set(tenant.sweepHistory.get(operation)?.get(variables));
  }

  /**
   * Whether to sweep a list ahead, which `end` takes for a mistake unless a batch has needed it.
   */
  isAhead(listPath: string): boolean {
    return this.ahead.has(listPath);
  }

  note(listPath: string, isSwept: boolean): void {
    const { tenant, operation, variables } = this;
    this.ahead.delete(listPath);
    if (variables.length > maxVariablesLength) return;
    const known = tenant.sweepHistory.get(operation) ?? new Map<string, ReadonlySet<string>>();
    const lists = new Set(known.get(variables));
    if (isSwept) lists.add(listPath);
    else lists.delete(listPath);
    known.delete(variables);
    if (lists.size > 0) known.set(variables, lists);
    const [oldest] = known.keys();
    if (known.size > maxVariables && oldest !== undefined) known.delete(oldest);
    tenant.sweepHistory.set(operation, known);
  }

  end(): void {
    for (const listPath of this.ahead) this.note(listPath, false);
  }
}
