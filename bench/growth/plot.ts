import { exponentOf, type Point, upperHalf } from './fit.js';
import type { GrowthResult } from './measure.js';
import { memoryPoints, peakPoints, timePoints } from './table.js';

/** Pixels of a panel, of the room for its labels, and of the gap between two. */
const size = { width: 220, height: 150, left: 46, top: 40, gap: 24, bottom: 30 };
const columns = 3;

/** On its white background each has a contrast of 4.5 and more, as text needs. */
const colours = { text: '#24292f', time: '#1a5fb4', memory: '#9c4a00' };

/**
 * A panel for each series, with logarithmic axes: a straight line of slope 1 is growth in
 * proportion.
 */
export function plotGrowth(results: readonly GrowthResult[]): string {
  const step = { x: size.left + size.width + size.gap, y: size.top + size.height + size.bottom };
  const rows = Math.ceil(results.length / columns);
  const [width, height] = [columns * step.x, rows * step.y + 30];
  const panels = results.map((result, index) => {
    const [x, y] = [
      (index % columns) * step.x + size.left,
      Math.floor(index / columns) * step.y + size.top,
    ];
    return `<g transform="translate(${x} ${y})">\n${plotPanel(result)}\n</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="11" fill="${colours.text}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    '<title>Processor time and memory against what grows</title>',
    ...panels,
    `<g transform="translate(${size.left} ${height - 12})" font-size="12">`,
    `<text fill="${colours.time}">● processor time, ms</text>`,
    `<text x="150" fill="${colours.memory}">■ peak of the resident memory, MB</text>`,
    `<text x="450">x^1 is growth in proportion</text>`,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function plotPanel(result: GrowthResult): string {
  const [time, memory] = [timePoints(result), peakPoints(result)];
  const all = [...time, ...memory];
  const xAxis = axisOf(all.map(({ x }) => x));
  const yAxis = axisOf(all.map(({ y }) => y));
  const place = ({ x, y }: Point): readonly [number, number] => [
    xAxis.share(x) * size.width,
    (1 - yAxis.share(y)) * size.height,
  ];
  return [
    `<text x="0" y="-22" font-size="12">${result.series.title}</text>`,
    `<text x="0" y="-8" fill="${colours.time}">${label(upperHalf(time))}</text>`,
    `<text x="60" y="-8" fill="${colours.memory}">${label(memoryPoints(result))}</text>`,
    `<path d="M0 0V${size.height}H${size.width}" fill="none" stroke="#808080"/>`,
    ...xAxis.ticks.map(
      (x) =>
        `<text x="${round(xAxis.share(x) * size.width)}" y="${size.height + 13}" text-anchor="middle">${short(x)}</text>`,
    ),
    ...yAxis.ticks.map(
      (y) =>
        `<text x="-4" y="${round((1 - yAxis.share(y)) * size.height + 3)}" text-anchor="end">${short(y)}</text>`,
    ),
    plotLine(time.map(place), colours.time, (x, y) => `<circle cx="${x}" cy="${y}" r="3"/>`),
    plotLine(
      memory.map(place),
      colours.memory,
      (x, y) => `<rect x="${round(x - 3)}" y="${round(y - 3)}" width="6" height="6"/>`,
    ),
  ].join('\n');
}

type Mark = (x: number, y: number) => string;

function plotLine(
  places: readonly (readonly [number, number])[],
  colour: string,
  mark: Mark,
): string {
  const rounded = places.map(([x, y]) => [round(x), round(y)] as const);
  const line = rounded.map(([x, y]) => `${x},${y}`).join(' ');
  const marks = rounded.map(([x, y]) => mark(x, y)).join('');
  return `<g fill="${colour}"><polyline points="${line}" fill="none" stroke="${colour}"/>${marks}</g>`;
}

const label = (points: readonly Point[]): string => {
  const exponent = exponentOf(points);
  return exponent === undefined ? '' : `~ x^${exponent.toFixed(2)}`;
};

/** From one power of ten to another. */
function axisOf(values: readonly number[]) {
  const from = Math.floor(Math.log10(Math.min(...values)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))));
  const share = (value: number): number => (Math.log10(value) - from) / (to - from);
  return {
    share,
    ticks: Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index)),
  };
}

const round = (value: number): number => Number(value.toFixed(1));

/** 1000 as 1k. */
const short = (value: number): string =>
  value >= 1e6
    ? `${value / 1e6}M`
    : value >= 1e3
      ? `${value / 1e3}k`
      : String(Number(value.toPrecision(1)));
