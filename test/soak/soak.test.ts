import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const project = new URL('../..', import.meta.url).pathname;

it('H1, H2, H6: under upstream faults, memory is level, no handle leaks, and each response is whole, in time and of its organization', async () => {
  // The number of operations is the proof; the time limit ends it only on a busy machine.
  const options = [
    '--import',
    'tsx',
    'test/soak/main.ts',
    '--operations',
    '350',
    '--minutes',
    '0.5',
  ];
  const child = spawn(process.execPath, options, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringContaining('PASSED') as unknown,
  });
  const operations = Number(/"operations": (\d+)/.exec(output)?.[1]);
  expect(operations).toBeGreaterThan(100);
});
