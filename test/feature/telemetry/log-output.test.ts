import { describe, expect, it } from 'vitest';
import { everything } from '../../system/test-system.js';
import { type Command, processCounts, startCommand } from '../../rig/command.js';
import { openSimulator } from '../../rig/open.js';
import { operationRequest } from '../../rig/operation-request.js';
import { eventually } from '../../extra/telemetry/watched.js';

/** Well below the time limit of a test: a later exit has waited for the log. */
const bound = { DRAIN_TIMEOUT_MS: '5000' };

async function start(settings: Readonly<Record<string, string>> = {}): Promise<Command> {
  const simulator = await openSimulator();
  return startCommand({ PARTNER_API_URL: simulator.url, ...bound, ...settings });
}

/** Sends operations one after the other; returns the distinct statuses. */
async function statuses({ url }: Command, times: number): Promise<readonly number[]> {
  const distinct = new Set<number>();
  for (let time = 0; time < times; time += 1) {
    const response = await fetch(
      operationRequest('{ organization { id } }', { url, credential: everything }),
    );
    await response.text();
    distinct.add(response.status);
  }
  return [...distinct];
}

/** As `node dist/main.js | head -1` leaves it. */
const loseReader = ({ process: child }: Command): void => void child.stdout.destroy();

describe('a log whose reader has left', () => {
  it.each([
    ['before the next line', 0, {}],
    ['during operations', 20, {}],
    ['during operations of several workers', 20, { WORKERS: '2' }],
  ] as const)(
    'C16: %s: the façade keeps serving, and ends with 0 at SIGTERM',
    async (_when, times, settings) => {
      const command = await start(settings);
      loseReader(command);
      expect(await statuses(command, times)).toEqual(times === 0 ? [] : [200]);
      command.process.kill('SIGTERM');
      expect(await command.ended).toBe(0);
    },
  );
});

describe('a log whose reader pauses', () => {
  /** Their lines at `trace` exceed the 64 KiB of a pipe. */
  const times = 200;

  it('C16: lets the façade serve, and end with 0 at SIGTERM', async () => {
    const command = await start({ LOG_LEVEL: 'trace' });
    command.process.stdout.pause();
    expect(await statuses(command, times)).toEqual([200]);
    command.process.kill('SIGTERM');
    expect(await command.ended).toBe(0);
  });

  it('delivers every line once, in order, after the pause', async () => {
    const command = await start({ LOG_LEVEL: 'trace' });
    command.process.stdout.pause();
    expect(await statuses(command, times)).toEqual([200]);
    command.process.stdout.resume();
    // No further line is needed to flush the waiting ones.
    const lines = () => operationsIn(command.output());
    await eventually(() => lines().length).toBe(times);
    expect(new Set(lines().map(({ requestId }) => requestId)).size).toBe(times);
    const moments = lines().map(({ time }) => time);
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  });
});

it('the level of a line is a name, in the primary process and in workers', async () => {
  for (const settings of processCounts) {
    const command = await start({ LOG_LEVEL: 'debug', ...settings });
    expect(await statuses(command, 1)).toEqual([200]);
    await eventually(() => operationsIn(command.output()).length).toBe(1);
    const levels = linesIn(command.output()).map(({ level }) => level);
    expect(new Set(levels)).toEqual(new Set(['info', 'debug']));
  }
});

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly time: number;
  readonly requestId: string;
}

/** The complete lines; pino writes each as an object with a level, a message and a time. */
const linesIn = (output: string): readonly Line[] =>
  output
    .slice(0, output.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const operationsIn = (output: string): readonly Line[] =>
  linesIn(output).filter(({ msg }) => msg === 'operation');
