import { execFileSync, spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeSpans, read, root, section, tableRows } from '../docs/markdown.js';

/** What the script needs beside root and a way to the packages of Debian and npm. */
const missing = ['buildah', 'mmdebstrap', 'unshare', 'setpriv', 'curl'].filter(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
);
const isRoot = process.getuid?.() === 0;
const why = [
  ...missing.map((name) => `${name} is missing`),
  ...(isRoot ? [] : ['this is not root']),
].join(', ');

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

  it('has the sizes that deploy/README.md has', () => {
    const rows = tableRows(section(read('deploy/README.md'), 'Image')).filter(([, size]) =>
      /^\d+$/.test(size ?? ''),
    );
    expect(rows.length).toBeGreaterThan(4);
    for (const [part = '', size] of rows) {
      const [path = ''] = codeSpans(part);
      const measured = Number(new RegExp(`^size of ${path}: (\\d+) MB$`, 'm').exec(printed)?.[1]);
      // Node.js and packages grow from release to release.
      expect(Math.abs(measured - Number(size)), path).toBeLessThanOrEqual(5 + 0.1 * Number(size));
    }
  });

  it('has no program but Node.js, lists its packages for scanners, and carries the labels that the build was given', () => {
    expect(printed).toMatch(/^programs: (?:ld-linux\S* |lib\S+ )*node$/m);
    expect(printed).toMatch(/^Package: libc6 Package: libgcc-s1 Package: libstdc\+\+6$/m);
    expect(printed).toContain('org.opencontainers.image.version=1.2.3\n');
    expect(printed).toContain('org.opencontainers.image.revision=abc123\n');
  });

  it('starts as its user without privileges, on a file system that it cannot write', () => {
    expect(printed).toContain("cannot touch '/app/written': Read-only file system");
    expect(printed).toMatch(/^ *1000 \/?\S*node dist\/main\.js$/m);
    expect(printed).toMatch(/^CapEff:\s+0{16}$/m);
    expect(printed).toMatch(/^NoNewPrivs:\s+1$/m);
  });

  it('is ready, responds, and serves its metrics on a port of their own', () => {
    expect(printed).toContain('{"status":"ready"}');
    expect(printed).toMatch(
      /"data":\{"organization":\{"name":"[^"]+"\},"screens":\{"totalCount":[1-9]/,
    );
    expect(printed).toContain('<title>Partner GraphQL');
    expect(printed).toMatch(/^partner_graphql_build_info\{version="[^"]+",node="24\.[^"]+"\} 1$/m);
  });

  it('drains at SIGTERM and ends with 0', () => {
    expect(printed).toContain('"everythingAnswered":true,"msg":"drained"');
    expect(printed).toContain('exit code 0');
  });
});
