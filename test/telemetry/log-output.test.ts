import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { everything } from '../system/test-system.js';
import { type Command, ensureBuilt, startCommand } from '../rig/command.js';
import { eventually } from './watched.js';

beforeAll(ensureBuilt, 120_000);

/** A quarter of the time that a test has: an exit that comes later has waited for something. */
const bound = { DRAIN_TIMEOUT_MS: '5000' };

async function start(settings: Readonly<Record<string, string>> = {}): Promise<Command> {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  return startCommand({ PARTNER_API_URL: simulator.url, ...bound, ...settings });
}

const headers = { authorization: `Bearer ${everything}`, 'content-type': 'application/json' };
const body = JSON.stringify({ query: '{ organization { id } }' });

/** Asks so often, one after the other; gives the answers' statuses, each once. */
async function statuses({ url }: Command, times: number): Promise<readonly number[]> {
  const met = new Set<number>();
  for (let time = 0; time < times; time += 1) {
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    await response.text();
    met.add(response.status);
  }
  return [...met];
}

/** As `node dist/main.js | head -1` leaves it. */
const loseReader = ({ process: child }: Command): void => void child.stdout?.destroy();

describe('a log whose reader has gone', () => {
  it.each([
    ['before it has told anything more', 0, {}],
    ['while it serves', 20, {}],
    ['while several workers serve', 20, { WORKERS: '2' }],
  ] as const)('C16: %s: it serves on, and ends with 0 at SIGTERM', async (_when, times, settings) => {
    const command = await start(settings);
    loseReader(command);
    expect(await statuses(command, times)).toEqual(times === 0 ? [] : [200]);
    command.process.kill('SIGTERM');
    expect(await command.ended).toBe(0);
  });
});

describe('a log whose reader stands still', () => {
  /** At `trace` these tell more than the 64 KiB that a pipe holds. */
  const times = 200;

  it('C16: it serves on, and ends with 0 at SIGTERM', async () => {
    const command = await start({ LOG_LEVEL: 'trace' });
    command.process.stdout?.pause();
    expect(await statuses(command, times)).toEqual([200]);
    command.process.kill('SIGTERM');
    expect(await command.ended).toBe(0);
  });

  it('is told every line once, in order, when it reads on', async () => {
    const command = await start({ LOG_LEVEL: 'trace' });
    command.process.stdout?.pause();
    expect(await statuses(command, times)).toEqual([200]);
    command.process.stdout?.resume();
    // Nothing more is told meanwhile: what waits comes by itself.
    const told = () => operationsIn(command.output());
    await eventually(() => told().length).toBe(times);
    expect(new Set(told().map(({ requestId }) => requestId)).size).toBe(times);
    const moments = told().map(({ time }) => time);
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  });
});

interface Line {
  readonly msg: string;
  readonly time: number;
  readonly requestId: string;
}

/** The whole lines about operations; each line is an object with a message and a time. */
const operationsIn = (output: string): readonly Line[] =>
  output
    .slice(0, output.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'operation');
