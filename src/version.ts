import { readFileSync } from 'node:fs';

/**
 * The version in the package's manifest; `unknown` in a bundle, which has no manifest beside it.
 */
export function versionOfPackage(): string {
  try {
    const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    // npm publishes no manifest without a version.
    return (JSON.parse(text) as { readonly version: string }).version;
  } catch {
    return 'unknown';
  }
}
