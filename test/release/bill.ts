import { execFileSync, spawnSync } from 'node:child_process';
import { z } from 'zod';
import { root } from '../docs/markdown.js';
import { nameOf, readLock } from '../supply/lock.js';

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

type Component = z.output<typeof componentSchema>;

/**
 * The bill of materials of what users install: run-time dependencies alone, as the lock file has
 * them.
 *
 * `npm sbom --omit dev` leaves out each package that a development dependency needs too, graphql
 * and zod among them. So npm lists all, and the lock file says which ones count.
 */
export function writeBill(): z.output<typeof billSchema> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const text = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bill = billSchema.parse(JSON.parse(text));
  const installed = installedPackages();
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

/** Name and version of each package that is installed without development dependencies. */
export const installedPackages = (): ReadonlySet<string> =>
  new Set(
    [...readLock()]
      .filter(([place, { dev }]) => place !== '' && !dev)
      .map(([place, { version = '' }]) => `${nameOf(place)}@${version}`),
  );

/** Licences that ask for no more than their text beside the copy. */
const allowed = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
];

export function findLicenseFaults(components: readonly Component[]): string[] {
  return components.flatMap(({ name, version, licenses }) => {
    const names = licenses.map((each) =>
      'expression' in each ? each.expression : (each.license.id ?? each.license.name ?? ''),
    );
    if (names.length === 0) return [`${name} ${version} names no licence.`];
    return names
      .filter((each) => !allowed.includes(each))
      .map(
        (each) =>
          `${name} ${version} has the licence ${each}, which test/release/bill.ts does not allow.`,
      );
  });
}

const auditSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

/**
 * @param report what `npm audit --json` prints; a registry that cannot be asked gives none
 * @returns `note` only where there is no report
 */
export function readAudit(report: unknown): { faults: readonly string[]; note?: string } {
  const { success, data } = auditSchema.safeParse(report);
  if (!success)
    return { faults: [], note: 'npm audit: the registry gave no report, so nothing was checked.' };
  const faults = Object.entries(data.vulnerabilities).map(
    ([name, { severity, range }]) => `npm audit: ${name} ${range} is vulnerable (${severity}).`,
  );
  return { faults };
}

/** npm exits with 1 where it has found something. */
export function runAudit(): unknown {
  const args = ['audit', '--omit=dev', '--json'];
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  return stdout === '' ? undefined : JSON.parse(stdout);
}
