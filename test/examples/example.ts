import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../docs/markdown.js';

/** A project of Node.js below `examples`. */
export interface Example {
  readonly name: string;
  readonly folder: string;
  readonly manifest: ExampleManifest;
}

/** The part of an example's package.json that the tests look at; its shape is npm's. */
export interface ExampleManifest {
  readonly private?: boolean;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

export const examples: readonly Example[] = readdirSync(join(root, 'examples'), {
  withFileTypes: true,
})
  .filter(({ name }) => existsSync(join(root, 'examples', name, 'package.json')))
  .map(({ name }) => {
    const folder = join(root, 'examples', name);
    const manifest = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as ExampleManifest;
    return { name, folder, manifest };
  });

/**
 * Makes an example find the package in this clone, as `npm install --no-save ../..` does; Node.js
 * finds the rest above.
 */
export function linkPackage({ folder }: Example): void {
  const modules = join(folder, 'node_modules');
  const link = join(modules, 'partner-graphql');
  if (existsSync(link)) return;
  mkdirSync(modules, { recursive: true });
  symlinkSync(join('..', '..', '..'), link, 'dir');
}
