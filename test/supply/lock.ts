import { readFileSync } from 'node:fs';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});

const manifestSchema = z.object({
  name: z.string(),
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean() })).default({}),
  allowScripts: z.record(z.string(), z.boolean()).default({}),
  scripts: names,
});

const packageSchema = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  link: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
  /** Of a package for some systems alone. */
  os: z.array(z.string()).optional(),
  dependencies: names,
});

type LockedPackage = z.output<typeof packageSchema>;

const lockSchema = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(z.string(), packageSchema),
});

export const project = new URL('../../', import.meta.url);
export const readText = (path: string): string => readFileSync(new URL(path, project), 'utf8');
export const readManifest = (folder = '') =>
  manifestSchema.parse(JSON.parse(readText(`${folder}package.json`)));

/**
 * Packages of a lock file by their places in `node_modules`; the project itself is the empty place.
 *
 * @param folder of the lock file, with a slash at the end
 */
export const readLock = (folder = ''): ReadonlyMap<string, LockedPackage> =>
  new Map(
    Object.entries(lockSchema.parse(JSON.parse(readText(`${folder}package-lock.json`))).packages),
  );

/** The name of the package at a place. */
export const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Where a package finds another one: beside itself, or in one of the folders above. */
export function placeOf(
  lock: ReadonlyMap<string, LockedPackage>,
  from: string,
  name: string,
): string | undefined {
  for (
    let place = from;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))
  ) {
    const found = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    if (lock.has(found)) return found;
    if (place === '') return undefined;
  }
}
