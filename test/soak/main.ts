import { parseArgs } from 'node:util';
import { soak } from './soak.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    operations: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '20261120' },
  },
});
const [minutes, operations, seed] = [Number(values.minutes), Number(values.operations), Number(values.seed)];
const isUsable = minutes > 0 && minutes <= 24 * 60 && operations > 0 && Number.isInteger(seed);
if (!isUsable) throw new Error('Usage: npm run soak -- --minutes 30 [--operations 1000] --seed 20261120');

const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(`Soaking for up to ${minutes} minutes with seed ${seed}.`);
const { calms, ...report } = await soak({ minutes, operations, seed, report: print });
print(JSON.stringify({ ...report, rounds: calms.length }, undefined, 2));
const isGood = Object.keys(report.faults).length === 0;
print(isGood ? 'PASSED: no data was lost, none leaked, and memory is level.' : 'FAILED: see faults.');
process.exitCode = isGood ? 0 : 1;
