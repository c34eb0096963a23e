import { execFileSync, spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../package/pack.js';

/** What the script needs beside root and a way to the packages of Debian and npm. */
const missing = ['buildah', 'mmdebstrap', 'unshare', 'setpriv', 'curl'].filter(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
);
const isRoot = process.getuid?.() === 0;
const why = [...missing.map((name) => `${name} is missing`), ...(isRoot ? [] : ['this is not root'])].join(
  ', ',
);

describe.skipIf(why !== '')(`the image${why === '' ? '' : ` (skipped: ${why})`}`, () => {
  let printed = '';
  beforeAll(() => {
    printed = execFileSync('bash', ['test/deploy/image.sh'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }, 900_000);

  it('is built where npm ci finds no compiler', () => {
    expect(printed).toContain('no compiler: cc, c++, gcc, make and python3 are missing');
  });

  it('is under 450 MB with its base, of which less than 100 MB is ours', () => {
    const sizeOf = (path: string): number =>
      Number(new RegExp(`^size of ${path}: (\\d+) MB$`, 'm').exec(printed)?.[1]);
    expect(sizeOf('/')).toBeLessThan(450);
    expect(sizeOf('/app')).toBeLessThan(100);
  });

  it('starts as its user without privileges, on a file system that it cannot write', () => {
    expect(printed).toContain("cannot touch '/app/written': Read-only file system");
    expect(printed).toMatch(/^ *1000 \/?\S*node dist\/main\.js$/m);
    expect(printed).toMatch(/^CapEff:\s+0{16}$/m);
    expect(printed).toMatch(/^NoNewPrivs:\s+1$/m);
  });

  it('is ready, responds, and serves its metrics on a port of their own', () => {
    expect(printed).toContain('{"status":"ready"}');
    expect(printed).toMatch(/"data":\{"organization":\{"name":"[^"]+"\},"screens":\{"totalCount":[1-9]/);
    expect(printed).toMatch(/^partner_graphql_build_info\{version="[^"]+",node="24\.[^"]+"\} 1$/m);
  });

  it('drains at SIGTERM and ends with 0', () => {
    expect(printed).toContain('"everythingAnswered":true,"msg":"drained"');
    expect(printed).toContain('exit code 0');
  });
});
