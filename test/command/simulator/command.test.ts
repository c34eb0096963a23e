import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../src/command/simulator/arguments.js';
import { demoCredentials } from '../../../src/command/simulator/simulator.js';
import { runCommand } from '../../rig/command.js';

function read(line: string): ReturnType<typeof readArguments> {
  return readArguments(line.split(' ').filter(Boolean));
}

describe('the command line', () => {
  it('starts a service without faults on port 8080 by default', () => {
    const whole = { hiddenEvery: 0, latencyMs: 0, requireHttps: false, faults: [] };
    expect(read('')).toEqual({ port: 8080, size: {}, ...whole });
  });

  it('sets every option', () => {
    const sizes = '--screens 1 --playlists 2 --media 3 --hidden-every 4';
    const rest = '--latency 5 --quota 6/7 --retry-after --require-https';
    const faults =
      '--fault operation=partnerV1_screens,status=503,rate=0.1 --fault id=scr_1,latencyMs=20,times=2,status=429,retryAfterSeconds=3';
    expect(read(`--port 0 --host ::1 --prefix /tenant ${sizes} ${rest} ${faults}`)).toEqual({
      port: 0,
      host: '::1',
      pathPrefix: '/tenant',
      size: { screens: 1, playlists: 2, media: 3 },
      hiddenEvery: 4,
      latencyMs: 5,
      quota: { requests: 6, windowSeconds: 7, retryAfter: true },
      requireHttps: true,
      faults: [
        { operation: 'partnerV1_screens', status: 503, rate: 0.1 },
        { id: 'scr_1', latencyMs: 20, times: 2, status: 429, retryAfterSeconds: 3 },
      ],
    });
  });

  it.each([
    ['--port 70000', '--port is "70000", but must be a whole number from 0 to 65535'],
    ['--screens -1', '--screens'],
    ['--media 1.5', '--media is "1.5"'],
    ['--prefix /a?b', '--prefix is "/a?b", but must be a path such as /tenant'],
    ['--quota 5', '--quota is "5", but must be REQUESTS/SECONDS, such as 100/60'],
    ['--quota 5/0', '--quota is "5/0"'],
    ['--fault status=200', '--fault status is "200", but must be a whole number from 400 to 599'],
    ['--fault rate=2', '--fault rate is "2", but must be a number from 0 to 1'],
    [
      '--fault operation=screens',
      '--fault operation is "screens", but must be one of partnerV1_organi',
    ],
    ['--fault colour=red', '--fault is "colour=red", but must be one of operation, id, status'],
    ['--fault constructor=1', '--fault is "constructor=1"'],
    ['--bogus', 'Unknown option'],
    ['extra', 'Unexpected argument'],
  ])('misuse: %s is reported in one line', (line, message) => {
    expect(() => read(line)).toThrow(message);
    expect(() => read(line)).not.toThrow('\n');
  });
});

describe('the command', () => {
  const start = (...args: string[]) => {
    const main = new URL('../../../dist/main.js', import.meta.url).pathname;
    return spawn(process.execPath, [main, 'simulator', ...args]);
  };

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its credentials, and ends with 0 at %s',
    async (signal) => {
      const child = start('--port', '0');
      let printed = '';
      child.stdout.on('data', (chunk) => (printed += String(chunk)));
      while (!printed.includes('second-organization')) await once(child.stdout, 'data');
      const url = /http:\/\/\S+/.exec(printed)?.[0] ?? '';
      expect(printed).toContain(`${url}/api/partner/docs`);
      for (const { credential } of demoCredentials) expect(printed).toContain(credential);
      expect((await fetch(`${url}/api/partner/openapi.json`)).status).toBe(200);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );

  it('--help lists its options, and starts no server', async () => {
    const { code, output, errors } = await runCommand(['simulator', '--help']);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/^Usage: partner-graphql simulator \[options\]\n/);
    for (const option of ['--port', '--hidden-every', '--fault']) expect(output).toContain(option);
  });

  it('misuse: ends with 1 and one line on the error stream', async () => {
    const { code, errors } = await runCommand(['simulator', '--port', 'x']);
    expect(code).toBe(1);
    expect(errors).toBe('simulator: --port is "x", but must be a whole number from 0 to 65535\n');
  });
});
