import { fleetSizes, refusals } from './study.js';
import { type StudyRow, valuesOf } from './report.js';

const [width, height] = [640, 360];
const [left, right, top, bottom] = [60, 590, 20, 310];
const maxValue = 10_000;

/** Colours that differ in lightness too. */
const colours = ['#b3261e', '#1a5fb4', '#7a5195', '#8a6d00'];

/**
 * Replicas against 429s, both logarithmic, a line for each row: an SVG that needs no script and no
 * font of its own.
 */
export function plotRefusals(rows: readonly StudyRow[]): string {
  const lines = rows.map((row, index) => drawRow(row, index));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>429s of one credential in a minute, against the number of replicas</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...fleetSizes.map((size) => drawText(xOf(size), bottom + 18, String(size), 'middle')),
    ...[1, 10, 100, 1000, maxValue].map(drawLevel),
    drawText((left + right) / 2, bottom + 40, 'replicas', 'middle'),
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

function drawRow(row: StudyRow, index: number): string {
  const colour = colours[index % colours.length] ?? '#000';
  const points = valuesOf(row, refusals).map((value, place) => {
    const size = fleetSizes[place] ?? 1;
    return `${round(xOf(size))},${round(yOf(value))}`;
  });
  const legendY = top + 14 + 18 * index;
  return [
    `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    `<path d="M${left + 14} ${legendY - 4}h24" stroke="${colour}" stroke-width="3"/>`,
    drawText(left + 46, legendY, row.title),
  ].join('\n');
}

function drawLevel(value: number): string {
  const y = round(yOf(value));
  return `<path d="M${left} ${y}H${right}" stroke="#ddd"/>\n${drawText(left - 8, yOf(value) + 4, value.toLocaleString('en-US'), 'end')}`;
}

const drawText = (x: number, y: number, text: string, anchor = 'start'): string =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${text}</text>`;

const xOf = (replicas: number): number => left + (Math.log10(replicas) / 3) * (right - left);
const yOf = (value: number): number =>
  bottom - (Math.log10(Math.max(1, value)) / Math.log10(maxValue)) * (bottom - top);
const round = (value: number): number => Math.round(value * 10) / 10;
