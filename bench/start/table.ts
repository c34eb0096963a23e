import { median, printRows } from '../table.js';
import type { Start, StartResult } from './run.js';

export function printStarts({ first, further }: StartResult): string {
  const head = ['start', 'first response, ms', 'fastest', 'slowest', 'resident MB, idle'];
  return printRows(head, [rowOf('first, nothing compiled yet', first), rowOf('further', further)]);
}

function rowOf(title: string, starts: readonly Start[]): readonly string[] {
  const times = starts.map(({ milliseconds }) => milliseconds);
  const levels = starts.flatMap(({ idleMb }) => idleMb ?? []);
  return [
    title,
    ...[median(times), Math.min(...times), Math.max(...times)].map((each) => each.toFixed(0)),
    levels.length === 0 ? 'unknown' : median(levels).toFixed(0),
  ];
}
