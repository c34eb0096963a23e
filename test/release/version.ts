import type { Change } from './interface.js';

/** A heading of the changelog: `## [0.2.0] - 2026-11-23`, or `## [0.3.0] - unreleased`. */
export interface Heading {
  readonly version: string;
  /** Undefined for a version that is not released. */
  readonly date: string | undefined;
}

const heading = /^## \[(\d+\.\d+\.\d+)\] - (unreleased|\d{4}-\d{2}-\d{2})$/;

/** @throws Error for a heading of another form */
export function readHeadings(changelog: string): Heading[] {
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

type Version = readonly [major: number, minor: number, patch: number];

export function parseVersion(text: string): Version {
  const [major, minor, patch] = text.split('.').map(Number);
  return [major ?? NaN, minor ?? NaN, patch ?? NaN];
}

/** As `Array.sort` wants it. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parseVersion(one), parseVersion(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/**
 * The lowest version that some changes since a release allow (Semantic Versioning, 4, 7 and 8). Before 1.0.0 the minor version
 * says that something breaks, and the patch version everything else, as npm's `^` reads it.
 */
export function lowestVersion(released: string, changes: readonly Change[]): string {
  const [major, minor, patch] = parseVersion(released);
  const breaks = changes.some(({ kind }) => kind === 'breaking');
  if (changes.length === 0) return released;
  if (major === 0) return breaks ? `0.${minor + 1}.0` : `0.${minor}.${patch + 1}`;
  return breaks ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}
