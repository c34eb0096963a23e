import { printRows } from '../table.js';
import { type Outcome, simulate } from './fleet.js';
import type { Scenario } from './scenario.js';
import { fleetSizes, type Measure, measures, type Study, type Variant } from './study.js';

/** A variant with its outcome for each number of replicas. */
export interface StudyRow {
  readonly title: string;
  readonly runs: readonly { readonly scenario: Scenario; readonly outcome: Outcome }[];
}

export const runVariant = (
  { title, of }: Variant,
  sizes: readonly number[] = fleetSizes,
): StudyRow => ({
  title,
  runs: sizes.map((replicas) => {
    const scenario = of(replicas);
    return { scenario, outcome: simulate(scenario) };
  }),
});

/** A table in Markdown for each measure, a column for each number of replicas. */
export function printStudy({ title }: Study, rows: readonly StudyRow[]): string {
  const tables = measures.map((measure) => {
    const head = [measure.title, ...fleetSizes.map((size) => `n = ${size}`)];
    return printRows(
      head,
      rows.map((row) => [row.title, ...valuesOf(row, measure).map(digits)]),
    );
  });
  return [`## ${title}\n`, ...tables].join('\n');
}

export const valuesOf = ({ runs }: StudyRow, measure: Measure): readonly number[] =>
  runs.map(({ outcome, scenario }) => measure.of(outcome, scenario));

/** Two significant digits: more would be chance. */
export const digits = (value: number): string =>
  Number(value.toPrecision(2)).toLocaleString('en-US');
