import { describe, expect, it } from 'vitest';
import { digits, runVariant, valuesOf } from '../../bench/fleet/report.js';
import { fleetSizes, refusals, studies } from '../../bench/fleet/study.js';
import { read, section, tableRows } from './markdown.js';

const page = read('docs/scale.md');

/** The rows of the simulation; a case is named in its first row alone. */
function simulatedRows(): readonly (readonly [study: string, variant: string, values: readonly string[]])[] {
  let study = '';
  return tableRows(section(page, 'One quota, many replicas')).map(([first = '', variant = '', ...values]) => {
    study = first === '' ? study : first;
    return [study, variant, values] as const;
  });
}

describe('docs/scale.md', () => {
  it.each([
    ['one credential', 'façade, ms of processor time a query'],
    ['64 credentials in turn', '64 credentials in turn, ms a query'],
  ])('%s: operations a second are those of docs/performance.md', (title, source) => {
    const row = (text: string, name: string): readonly string[] =>
      tableRows(text).find(([first]) => first === name) ?? [];
    const milliseconds = row(read('docs/performance.md'), source).slice(1).map(Number);
    expect(milliseconds).toHaveLength(5);
    expect(row(page, title).slice(1)).toEqual(milliseconds.map((each) => digits(1000 / each)));
  });

  it('has a row for everything that is simulated, in its order', () => {
    const rows = simulatedRows().map(([study, variant]) => `${study}: ${variant}`);
    const simulated = studies.flatMap(({ title, variants }) =>
      variants.map((variant) => `${title}: ${variant.title}`),
    );
    expect(rows).toEqual(simulated);
  });

  // Larger fleets take minutes.
  it('has the figures of the simulation for 1 and 3 replicas', () => {
    const sizes = fleetSizes.slice(0, 2);
    const variants = studies.flatMap((study) => study.variants);
    for (const [index, [study, title, values]] of simulatedRows().entries()) {
      const variant = variants[index];
      if (variant === undefined) throw new Error(`${study}, ${title}: there is no such variant.`);
      const simulated = valuesOf(runVariant(variant, sizes), refusals).map(digits);
      expect([title, ...values.slice(0, sizes.length)]).toEqual([title, ...simulated]);
    }
  });

  it('shows the plot of its first case', () => {
    const plot = read('docs/scale.svg');
    for (const { title } of studies[0]?.variants ?? []) expect(plot).toContain(`>${title}</text>`);
  });
});
