import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const project = new URL('../..', import.meta.url).pathname;

it('H1, H2, H6: half a minute under accidents: level memory, no handle left, every answer whole, in time and its owner’s', async () => {
  const options = ['--import', 'tsx', 'test/soak/main.ts', '--minutes', '0.5'];
  const child = spawn(process.execPath, options, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringContaining('Nothing was lost') as unknown,
  });
  const operations = Number(/"operations": (\d+)/.exec(output)?.[1]);
  expect(operations).toBeGreaterThan(500);
}, 120_000);
