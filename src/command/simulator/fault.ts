import { createRandom, type Random } from './data/random.js';
import { Refusal } from './envelope.js';
import type { SimulatorFault } from './options.js';

/** The planned faults, with the uses left of each. */
export interface FaultPlan {
  /** The fault of this request; each call uses up one of its `times`. */
  next(operation: string, id: string | undefined): SimulatorFault | undefined;
  replace(faults: readonly SimulatorFault[]): void;
}

interface Rule {
  readonly fault: SimulatorFault;
  readonly random: Random;
  left: number;
}

/**
 * A plan with the same random choices at every start.
 *
 * @throws RangeError for a status that cannot be sent
 */
export function createFaultPlan(faults: readonly SimulatorFault[] = []): FaultPlan {
  let rules = faults.map(toRule);
  return {
    next(operation, id) {
      const rule = rules.find((one) => matches(one, operation, id));
      if (!rule) return undefined;
      rule.left -= 1;
      return rule.fault;
    },
    replace(wanted) {
      rules = wanted.map(toRule);
    },
  };
}

/** @throws Refusal with the status of the fault, where it has one */
export function raise(fault: SimulatorFault | undefined): void {
  if (fault?.status === undefined) return;
  const retryAfter = fault.retryAfterSeconds;
  throw new Refusal(fault.status, `A planned fault responds with ${fault.status}.`, {
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  });
}

function toRule(fault: SimulatorFault, index: number): Rule {
  const { status = 500 } = fault;
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new RangeError(`A fault's status must be a whole number from 200 to 599, not ${status}`);
  }
  return { fault, random: createRandom('fault', index), left: fault.times ?? Infinity };
}

function matches(
  { fault, random, left }: Rule,
  operation: string,
  id: string | undefined,
): boolean {
  if (left <= 0) return false;
  if (fault.operation !== undefined && fault.operation !== operation) return false;
  if (fault.id !== undefined && fault.id !== id) return false;
  return fault.rate === undefined || random.next() < fault.rate;
}
