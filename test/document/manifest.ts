import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder } from '../rig/open.js';

export const organizationText = '{ organization { id } }';
export const screensText = 'query Screens($first: Int) { screens(first: $first) { nodes { id } } }';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * A manifest as the client preset and relay-compiler write it: one id is a hash, the other a name.
 */
export const manifest: Readonly<Record<string, string>> = {
  [`sha256:${sha256(organizationText)}`]: organizationText,
  'screens.v1': screensText,
};

/**
 * A file of a manifest, which ends with the test: a text is written unchanged, anything else as
 * JSON.
 */
export function openManifest(content: unknown) {
  const folder = openFolder();
  const path = join(folder, 'documents.json');
  const write = (each: unknown): void =>
    writeFileSync(path, typeof each === 'string' ? each : JSON.stringify(each));
  write(content);
  return { folder, path, write };
}
