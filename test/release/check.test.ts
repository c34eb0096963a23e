import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeSpans, read, root, section, tableRows } from '../docs/markdown.js';
import { openFolder } from '../rig/open.js';
import { findLicenseFaults, installedPackages, readAudit, writeBill } from './bill.js';
import { type Interface, readCurrent } from './interface.js';
import { findVersionFaults } from './released.js';

const version = '1.4.2';
const files = ['package.json', 'package-lock.json', 'docs/upgrading.md'];
/** Files that name the version. */
const named = ['README.md', 'examples/README.md', 'deploy/kubernetes/facade.yaml'];

let current: Interface;
let copy: string;

beforeAll(() => {
  current = readCurrent();
});
/** A copy that has just been released as this version. */
beforeEach(() => {
  copy = openFolder();
  for (const file of [...files, ...named]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  edit('package.json', /"version": ".*?"/, `"version": "${version}"`);
  edit('package-lock.json', /"version": ".*?"/, `"version": "${version}"`);
  writeFileSync(
    join(copy, 'CHANGELOG.md'),
    `# Changelog\n\n## [${version}] - 2026-12-01\n\n## [1.4.1] - 2026-11-01\n`,
  );
  for (const file of named) edit(file, /(partner-graphql[-:])\d+\.\d+\.\d+/g, `$1${version}`);
  keep(version, current);
});

function edit(file: string, from: RegExp | string, to: string): void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} has nothing like ${from.toString()}.`);
  writeFileSync(path, changed);
}

function keep(released: string, { schema, ...rest }: Interface): void {
  const folder = join(copy, 'test/release/kept', released);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'schema.graphql'), schema);
  writeFileSync(join(folder, 'interface.json'), JSON.stringify(rest));
}

const faultsOf = async (now: Interface = current): Promise<readonly string[]> =>
  (await findVersionFaults(copy, now)).faults;

const withoutField = (): Interface => ({
  ...current,
  schema: current.schema.replace('  isOnNow: Boolean!', '  isOpen: Boolean!'),
});

describe('a release', () => {
  it('has no faults where everything agrees', async () => {
    expect(await faultsOf()).toEqual([]);
  });

  it('of the present state would have none either', async () => {
    expect((await findVersionFaults(root, current)).faults).toEqual([]);
  });

  it('that removes a field asks for a major version', async () => {
    const faults = await faultsOf(withoutField());
    expect(faults[0]).toMatch(
      /^package\.json says 1\.4\.2\. Since 1\.4\.2: 1 promises are broken and 1 are new, .* 2\.0\.0 or later\.$/,
    );
    expect(faults).toContain(
      "breaking: schema.graphql: Field 'isOnNow' was removed from object type 'Availability'",
    );
  });

  it('that changes an export asks for a major version', async () => {
    const createFacade = ['(address: string) => Facade'];
    const exports = { ...current.exports, 'partner-graphql': { createFacade } };
    expect((await faultsOf({ ...current, exports }))[0]).toContain('asks for 2.0.0 or later');
  });

  it('that changes a default asks for a major version', async () => {
    const settings = { ...current.settings, PORT: '8080' };
    const faults = await faultsOf({ ...current, settings });
    expect(faults).toContain(
      'breaking: setting PORT with the default 4000 is gone or is another one now',
    );
  });

  it('that adds a setting asks for a minor version', async () => {
    const faults = await faultsOf({ ...current, settings: { ...current.settings, NEW_ONE: '1' } });
    expect(faults[0]).toContain('asks for 1.5.0 or later');
  });

  it('before 1.0.0 raises the minor version where something breaks, else the patch version', async () => {
    edit('package.json', version, '0.2.0');
    keep('0.2.0', current);
    expect((await findVersionFaults(copy, withoutField())).asked).toContain(
      'asks for 0.3.0 or later',
    );
    const settings = { ...current.settings, NEW_ONE: '1' };
    expect((await findVersionFaults(copy, { ...current, settings })).asked).toContain(
      'asks for 0.2.1 or later',
    );
  });

  it('that breaks a promise says in docs/upgrading.md what to do', async () => {
    for (const file of ['package.json', 'package-lock.json', 'CHANGELOG.md'])
      edit(file, version, '2.0.0');
    for (const file of named) edit(file, /1\.4\.2/g, '2.0.0');
    const { faults } = await findVersionFaults(copy, withoutField());
    expect(faults).toEqual([
      'docs/upgrading.md lacks "## 1.4 to 2.0", though promises are broken.',
    ]);
    edit('docs/upgrading.md', /\n## /, '\n## 1.4 to 2.0\n\nRead `isOpen`.\n\n## ');
    expect((await findVersionFaults(copy, withoutField())).faults).toEqual([]);
  });

  it.each([
    [
      'CHANGELOG.md',
      version,
      '1.5.0',
      'CHANGELOG.md begins with 1.5.0, and package.json says 1.4.2.',
    ],
    [
      'CHANGELOG.md',
      '2026-12-01',
      'unreleased',
      'test/release/kept has 1.4.2, which CHANGELOG.md calls unreleased.',
    ],
    ['package-lock.json', version, '1.4.1', 'package-lock.json names another version than 1.4.2.'],
    [
      'deploy/kubernetes/facade.yaml',
      version,
      '1.4.1',
      'deploy/kubernetes/facade.yaml names partner-graphql:1.4.1, and the version is 1.4.2.',
    ],
  ])('with a %s in which %s is %j is refused', async (file, from, to, fault) => {
    edit(file, from, to);
    expect(await faultsOf()).toContain(fault);
  });

  it('with a heading of another form in the changelog is refused', async () => {
    edit('CHANGELOG.md', `## [${version}] - 2026-12-01`, `## ${version}`);
    await expect(faultsOf()).rejects.toThrow(`CHANGELOG.md: "## ${version}" must be`);
  });
});

it('docs/library.md lists the exports of each entry', () => {
  const page = read('docs/library.md');
  for (const [entry, exported] of Object.entries(current.exports)) {
    const listed = tableRows(section(page, `Exports of ${entry}`)).flatMap(([cell = '']) =>
      codeSpans(cell),
    );
    expect(listed.toSorted()).toEqual(Object.keys(exported).toSorted());
  }
});

describe('the bill of materials', () => {
  it('lists what the lock file has for users, and nothing else', () => {
    const { components, metadata } = writeBill();
    expect(new Set(components.map((each) => `${each.name}@${each.version}`))).toEqual(
      installedPackages(),
    );
    expect(components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['graphql', 'zod', 'undici']),
    );
    expect(components.map(({ name }) => name)).not.toContain('vitest');
    expect(metadata.component.name).toBe('partner-graphql');
    expect(findLicenseFaults(components)).toEqual([]);
  });

  it.each([
    [[{ license: { id: 'AGPL-3.0-only' } }], 'odd 1.0.0 has the licence AGPL-3.0-only, which '],
    [[{ expression: 'MIT OR GPL-3.0' }], 'odd 1.0.0 has the licence MIT OR GPL-3.0, which '],
    [[], 'odd 1.0.0 names no licence.'],
  ])('refuses the licences %j', (licenses, fault) => {
    const odd = { 'bom-ref': 'odd@1.0.0', name: 'odd', version: '1.0.0', licenses };
    expect(findLicenseFaults([odd])).toEqual([expect.stringContaining(fault)]);
  });
});

describe('npm audit', () => {
  it('is a fault for each finding', () => {
    const report = { vulnerabilities: { undici: { severity: 'high', range: '<8' } } };
    expect(readAudit(report)).toEqual({ faults: ['npm audit: undici <8 is vulnerable (high).'] });
    expect(readAudit({ vulnerabilities: {} })).toEqual({ faults: [] });
  });

  it('says so where the registry gives no report', () => {
    expect(readAudit({ statusCode: 405 }).note).toContain('nothing was checked');
    expect(readAudit(undefined).faults).toEqual([]);
  });
});
