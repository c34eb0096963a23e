import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareInterfaces, type Change, type Interface, readReleased } from './interface.js';

/** Its numbers are compared as numbers. */
const { compare: compareVersions } = new Intl.Collator('en', { numeric: true });

/** Holds a folder for each release with what it promised. */
const folder = 'test/release/kept';

/**
 * Whether the version of the package fits what has changed, and every file that names the version.
 *
 * @returns the faults, and which version the changes ask for
 */
export async function findVersionFaults(root: string, current: Interface) {
  const version = versionOf(root, 'package.json');
  const kept = existsSync(join(root, folder))
    ? readdirSync(join(root, folder)).sort(compareVersions)
    : [];
  const released = kept.filter((each) => compareVersions(each, version) <= 0).at(-1);
  if (released === undefined)
    return { faults: [`${folder} has no release up to ${version}.`], asked: '' };
  const changes = await compareInterfaces(readReleased(join(root, folder, released)), current);
  const lowest = lowestVersion(released, changes);
  const asked = `Since ${released}: ${describe(changes)}, which asks for ${lowest} or later.`;
  const isTooLow = compareVersions(version, lowest) < 0;
  return {
    faults: [
      ...(isTooLow
        ? [
            `package.json says ${version}. ${asked}`,
            ...changes.map(({ kind, what }) => `${kind}: ${what}`),
          ]
        : []),
      ...findChangelogFaults(root, version, kept.includes(version)),
      ...findNameFaults(root, version),
      ...(changes.some(({ kind }) => kind === 'breaking')
        ? findUpgradeFaults(root, released, version)
        : []),
    ],
    asked,
  };
}

const describe = (changes: readonly Change[]): string => {
  const breaking = changes.filter(({ kind }) => kind === 'breaking').length;
  if (changes.length === 0) return 'no promise has changed';
  return `${breaking} promises are broken and ${changes.length - breaking} are new`;
};

const versionOf = (root: string, file: string): string =>
  // Both formats have it; npm writes no such file without one.
  (JSON.parse(readFileSync(join(root, file), 'utf8')) as { readonly version: string }).version;

/** A heading of the changelog: `## [0.2.0] - 2026-11-23`, or `## [0.3.0] - unreleased`. */
const heading = /^## \[(\d+\.\d+\.\d+)\] - (unreleased|\d{4}-\d{2}-\d{2})$/;

/**
 * The versions of the changelog; the `date` of one that is not released is undefined.
 *
 * @throws Error for a heading of another form
 */
function readHeadings(changelog: string) {
  const lines = changelog.split('\n').filter((line) => line.startsWith('## '));
  return lines.map((line) => {
    const [, version, date] = heading.exec(line) ?? [];
    if (version === undefined)
      throw new Error(
        `CHANGELOG.md: "${line}" must be "## [version] - date", or "- unreleased" in place of the date.`,
      );
    return { version, date: date === 'unreleased' ? undefined : date };
  });
}

/** The newest heading is the package's version; the others are dated, and newer ones come first. */
function findChangelogFaults(root: string, version: string, isKept: boolean): string[] {
  const headings = readHeadings(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  const [newest, ...older] = headings;
  const faults: string[] = [];
  if (newest?.version !== version)
    faults.push(
      `CHANGELOG.md begins with ${newest?.version ?? 'no version'}, and package.json says ${version}.`,
    );
  if (isKept && newest?.date === undefined)
    faults.push(`${folder} has ${version}, which CHANGELOG.md calls unreleased.`);
  for (const [index, each] of older.entries()) {
    if (each.date === undefined) faults.push(`CHANGELOG.md: ${each.version} has no date.`);
    if (compareVersions(headings[index]?.version ?? '', each.version) <= 0)
      faults.push(`CHANGELOG.md: ${each.version} stands behind an older version or itself.`);
  }
  return faults;
}

/** Folders whose pages and files name the packed file and the image. */
const naming = ['docs', 'examples', 'deploy'];

/** Other files that name the version. */
function findNameFaults(root: string, version: string): string[] {
  const files = naming.flatMap((each) => textFiles(root, each));
  const others = ['README.md', ...files].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/partner-graphql[-:@](\d+\.\d+\.\d+)/g)]
      .filter(([, named]) => named !== version)
      .map(([text]) => `${file} names ${text}, and the version is ${version}.`),
  );
  const isLocked = versionOf(root, 'package-lock.json') === version;
  return isLocked
    ? others
    : [...others, `package-lock.json names another version than ${version}.`];
}

/** Not a recursive listing, which would follow an example's link to this project. */
const textFiles = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : textFiles(root, path);
    return /\.(?:md|yaml)$/.test(entry.name) ? [path] : [];
  });

/** Whoever has to do something reads there what. */
function findUpgradeFaults(root: string, released: string, version: string): string[] {
  const file = join(root, 'docs/upgrading.md');
  const heading = `## ${minorOf(released)} to ${minorOf(version)}`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.includes(`\n${heading}\n`)
    ? []
    : [`docs/upgrading.md lacks "${heading}", though promises are broken.`];
}

const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.');

/**
 * The lowest version that some changes since a release allow (Semantic Versioning, 4, 7 and 8).
 * Before 1.0.0 the minor version says that something breaks, and the patch version everything else,
 * as npm's `^` reads it.
 */
function lowestVersion(released: string, changes: readonly Change[]): string {
  const [major = 0, minor = 0, patch = 0] = released.split('.').map(Number);
  const breaks = changes.some(({ kind }) => kind === 'breaking');
  if (changes.length === 0) return released;
  if (major === 0) return breaks ? `0.${minor + 1}.0` : `0.${minor}.${patch + 1}`;
  return breaks ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}
