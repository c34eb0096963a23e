import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a module of the copy needs besides `src`. */
const support = ['package.json', 'tsconfig.json', 'schema.graphql'];

/** Copies the sources into a temporary folder. */
export async function copySources(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'recipe-'));
  await cp(join(root, 'src'), join(copy, 'src'), {
    recursive: true,
    filter: (path) => !path.includes(join('src', 'dashboard')),
  });
  for (const file of support) await cp(join(root, file), join(copy, file));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

export const removeCopy = (copy: string): Promise<void> =>
  rm(copy, { recursive: true, force: true });

/** Writes new files, and changes existing ones by a function of their text. */
export async function edit(
  copy: string,
  files: Readonly<Record<string, string | ((text: string) => string)>>,
): Promise<void> {
  for (const [file, change] of Object.entries(files)) {
    const path = join(copy, file);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(
      path,
      typeof change === 'string' ? change : change(await readFile(path, 'utf8')),
    );
  }
}

/**
 * What the type checker of `npm run lint` finds in the `src` of a folder, which has so many files
 * at least.
 */
export function typeErrors(folder: string, minFiles = 100): readonly string[] {
  const oxlint = join(root, 'node_modules/.bin/oxlint');
  const args = ['--type-aware', '--type-check', '--allow', 'all', '--format', 'json', 'src'];
  const { stdout } = spawnSync(oxlint, args, { cwd: folder, encoding: 'utf8' });
  // Its report has each finding, and how many files it has read.
  const report = JSON.parse(stdout) as TypeReport;
  if (report.number_of_files < minFiles)
    throw new Error(`Only ${report.number_of_files} files were checked.`);
  return report.diagnostics.map(({ filename, message }) => `${filename}: ${message}`);
}

interface TypeReport {
  readonly number_of_files: number;
  readonly diagnostics: readonly { readonly filename: string; readonly message: string }[];
}

/** Starts the command of the copy in front of an upstream; `url` is the address of GraphQL. */
export async function startCopy(
  copy: string,
  upstream: string,
  settings: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(copy, 'src/main.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PARTNER_API_URL: upstream,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  for await (const line of createInterface(child.stdout)) {
    // Each line of the log is a JSON object.
    const { msg, url } = JSON.parse(line) as { readonly msg?: string; readonly url?: string };
    if (msg === 'ready' && url !== undefined) return { url, stop };
  }
  throw new Error('The copy ended before it was ready.');
}
