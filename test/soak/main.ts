import { parseArgs } from 'node:util';
import { soak } from './soak.js';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '20261120' } },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const isUsable = minutes > 0 && minutes <= 24 * 60 && Number.isInteger(seed);
if (!isUsable) throw new Error('Usage: npm run soak -- --minutes 30 --seed 20261120');

const tell = (line: string): void => void process.stdout.write(`${line}\n`);
tell(`Soaking for ${minutes} minutes with seed ${seed}.`);
const { calms, ...report } = await soak({ minutes, seed, tell });
tell(JSON.stringify({ ...report, rounds: calms.length }, undefined, 2));
const isGood = Object.keys(report.faults).length === 0;
tell(isGood ? 'Nothing was lost, nothing was let in, nothing grew.' : 'FAILED: see faults.');
process.exitCode = isGood ? 0 : 1;
