/** A metric in the text format of Prometheus, version 0.0.4, or of OpenMetrics 1.0. */
export interface Family {
  /** Without the suffix `_info` of an info metric. */
  readonly name: string;
  /** A sentence without a quotation mark, a backslash or a line break. */
  readonly help: string;
  /** A gauge, or an info metric: text in labels, and always 1. */
  readonly type: 'gauge' | 'info';
  readonly samples: Iterable<Sample>;
}

/** A finite value, and its labels by their names. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

export type ExpositionType = 'text/plain' | 'application/openmetrics-text';

/** The lines of metrics, each made on demand. */
export function* printExposition(
  families: Iterable<Family>,
  type: ExpositionType,
): Generator<string, void, void> {
  const isOpen = type === 'application/openmetrics-text';
  for (const { name, help, type: kind, samples } of families) {
    const series = kind === 'info' ? `${name}_info` : name;
    const named = isOpen ? name : series;
    yield `# HELP ${named} ${help}\n# TYPE ${named} ${isOpen ? kind : 'gauge'}\n`;
    for (const [value, labels] of samples)
      yield `${series}${labels === undefined ? '' : printLabels(labels)} ${value}\n`;
  }
  if (isOpen) yield '# EOF\n';
}

const printLabels = (labels: Readonly<Record<string, string>>): string =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/["\\\n]/g, escape)}"`)
    .join()}}`;

const escape = (character: string): string => (character === '\n' ? '\\n' : `\\${character}`);

/** Code points of a label's value. */
const maxLabelLength = 200;

/** A text as a label's value: cut, and without what a reader of the format may take for its end. */
export function toLabelValue(text: string): string {
  // No code point has more than two units, so the rest is not looked at.
  const cut =
    text.length <= maxLabelLength
      ? text
      : [...text.slice(0, 2 * maxLabelLength)].slice(0, maxLabelLength).join('');
  return cut.toWellFormed().replaceAll('\0', '\ufffd');
}
