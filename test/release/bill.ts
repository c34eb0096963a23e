import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const licenseSchema = z.union([
  z.object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }) }),
  z.object({ expression: z.string() }),
]);

const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  licenses: z.array(licenseSchema).default([]),
});

/** A bill of materials in the CycloneDX format, as far as it is read here. */
const billSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), version: z.string() }) }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string() })),
});

export type Component = z.output<typeof componentSchema>;

/**
 * The bill of materials of what users install: run-time dependencies alone, as the lock file has them.
 *
 * `npm sbom --omit dev` leaves out each package that a development dependency needs too, graphql and zod among them. So npm
 * lists all, and the lock file says which ones count.
 */
export function writeBill(root: string): z.output<typeof billSchema> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const text = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bill = billSchema.parse(JSON.parse(text));
  const installed = installedPackages(root);
  const { component } = bill.metadata;
  return {
    ...bill,
    // npm names the folder.
    metadata: { ...bill.metadata, component: { ...component, name: 'partner-graphql' } },
    components: bill.components.filter((each) => installed.has(each['bom-ref'])),
    dependencies: bill.dependencies.filter(
      ({ ref }) => installed.has(ref) || ref === `partner-graphql@${component.version}`,
    ),
  };
}

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), dev: z.boolean().default(false) }),
  ),
});

/** Name and version of each package that is installed without development dependencies. */
export function installedPackages(root: string): ReadonlySet<string> {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const places = Object.entries(packages).filter(([place, { dev }]) => place !== '' && !dev);
  return new Set(
    places.map(
      ([place, { version = '' }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`,
    ),
  );
}

/** Licences that ask for no more than their text beside the copy. */
const allowed: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
]);

export function findLicenseFaults(components: readonly Component[]): string[] {
  return components.flatMap(({ name, version, licenses }) => {
    const names = licenses.map((each) =>
      'expression' in each ? each.expression : (each.license.id ?? each.license.name ?? ''),
    );
    if (names.length === 0) return [`${name} ${version} names no licence.`];
    return names
      .filter((each) => !allowed.has(each))
      .map(
        (each) => `${name} ${version} has the licence ${each}, which test/release/bill.ts does not allow.`,
      );
  });
}

const auditSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

/** Findings that were looked at, by package, each with the reason why it does not matter here. */
const explained: Readonly<Record<string, string>> = {};

export interface Audit {
  readonly faults: readonly string[];
  /** Undefined where the registry gave a report. */
  readonly note: string | undefined;
}

/** @param report what `npm audit --json` prints; a registry that cannot be asked gives none */
export function readAudit(report: unknown): Audit {
  const { success, data } = auditSchema.safeParse(report);
  if (!success)
    return { faults: [], note: 'npm audit: the registry gave no report, so nothing was checked.' };
  const found = Object.entries(data.vulnerabilities).filter(([name]) => !Object.hasOwn(explained, name));
  return {
    faults: found.map(
      ([name, { severity, range }]) => `npm audit: ${name} ${range} is vulnerable (${severity}).`,
    ),
    note: undefined,
  };
}

/** npm exits with 1 where it has found something. */
export function runAudit(root: string): unknown {
  const args = ['audit', '--omit=dev', '--json'];
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  return stdout === '' ? undefined : JSON.parse(stdout);
}
