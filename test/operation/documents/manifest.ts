import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const organizationText = '{ organization { id } }';
export const screensText = 'query Screens($first: Int) { screens(first: $first) { nodes { id } } }';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** As the client preset and relay-compiler write it: one id is a hash, the other one a name of its own. */
export const manifest: Readonly<Record<string, string>> = {
  [`sha256:${sha256(organizationText)}`]: organizationText,
  'screens.v1': screensText,
};

/** A manifest in a file that goes with the test; the text as it is, or JSON of anything else. */
export function writeManifest(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'documents.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
