/** One line of values, as a reader of the format sees it. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const sample = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/s;
const label = /([a-z_]+)="((?:\\[\\"n]|[^\\"\n])*)"(?:,|$)/gy;

/**
 * Reads the text format of Prometheus (Exposition formats, "Text-based format"), or that of
 * OpenMetrics 1.0: by their grammars, and with no knowledge of what writes it.
 *
 * @throws Error for a malformed line, a series that comes twice, and a metric whose lines are apart
 */
export function readExposition(text: string, isOpenMetrics = false): readonly Series[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('The last line does not end.');
  if (isOpenMetrics && lines.pop() !== '# EOF') throw new Error('There is no # EOF.');
  const families = new Set<string>();
  const seen = new Set<string>();
  let family = '';
  return lines.flatMap((line) => {
    const [, kind, named = ''] = /^# (HELP|TYPE) ([a-z_]+) .+$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (families.size === families.add((family = named)).size) throw new Error(`Twice: ${named}`);
      return [];
    }
    if (kind === 'TYPE' && named === family) return [];
    const read = readSample(line);
    const isOfFamily = read.name === family || (isOpenMetrics && read.name === `${family}_info`);
    if (!isOfFamily) throw new Error(`Not of ${family}: ${line}`);
    const key = JSON.stringify([read.name, read.labels]);
    if (seen.size === seen.add(key).size) throw new Error(`Twice: ${line}`);
    return [read];
  });
}

function readSample(line: string): Series {
  const [, name, labels = '', value] = sample.exec(line) ?? [];
  if (name === undefined || !Number.isFinite(Number(value))) throw new Error(`Malformed: ${line}`);
  const read: Record<string, string> = {};
  label.lastIndex = 0;
  for (let end = 0; end < labels.length; end = label.lastIndex) {
    const [, key, escaped] = label.exec(labels) ?? [];
    if (key === undefined || escaped === undefined) throw new Error(`Malformed labels: ${line}`);
    read[key] = escaped.replace(/\\(.)/g, (_whole, escape: string) =>
      escape === 'n' ? '\n' : escape,
    );
  }
  return { name, labels: read, value: Number(value) };
}

/** The value of a series; undefined where there is none. */
export const valueOf = (
  series: readonly Series[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined =>
  series.find(
    (each) =>
      each.name === name &&
      Object.entries(labels).every(([key, value]) => each.labels[key] === value),
  )?.value;
