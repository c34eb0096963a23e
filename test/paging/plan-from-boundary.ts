import { type PagePlan, planFrom, type PlanOptions } from '../../src/paging/plan.js';

/** The plan of a walk from an exact boundary; `boundary` is the number of positions before it. */
export const planFromBoundary = (boundary: number, wanted: number, options: PlanOptions): PagePlan =>
  options.direction === 'forward'
    ? planFrom({ next: boundary + 1 }, boundary + wanted, options)
    : planFrom({ next: boundary }, boundary - wanted + 1, options);
