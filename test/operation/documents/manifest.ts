import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const organizationText = '{ organization { id } }';
export const screensText = 'query Screens($first: Int) { screens(first: $first) { nodes { id } } }';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A manifest as the client preset and relay-compiler write it: one id is a hash, the other a name. */
export const manifest: Readonly<Record<string, string>> = {
  [`sha256:${sha256(organizationText)}`]: organizationText,
  'screens.v1': screensText,
};

/** Writes a manifest to a file that is deleted after the test: a text unchanged, anything else as JSON. */
export function writeManifest(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'documents.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
