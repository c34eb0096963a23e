import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that paths in the documents start from. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A text of the project, by its path from the root. */
export const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`);

// Not a recursive search: an installed example has packages below it.
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `examples/${name}`);

/** Every document that a user reads, by its path from the root. */
export const pages = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...['docs', 'deploy', 'examples', ...examples].flatMap(pagesIn),
].map((path) => ({ path, text: read(path) }));

/** The package's manifest; its shape is npm's. */
export const manifest = JSON.parse(read('package.json')) as {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
};

export interface CodeBlock {
  /** The word after the fence, for example `graphql`. */
  readonly language: string;
  readonly text: string;
  /**
   * The option in an HTML comment right before the block: `<!-- credential: x -->` is `{
   * credential: 'x' }`.
   */
  readonly options: Readonly<Record<string, string>>;
  /** The next block, if only blank lines are between. */
  readonly next: CodeBlock | undefined;
  /** The heading above it. */
  readonly heading: string;
}

const fence =
  /(?:<!-- (?<option>[\w-]+: [^>]*?) -->\s*)?^```(?<language>\w+)\n(?<text>[\s\S]*?)^```$/gm;

export function codeBlocks(document: string): readonly CodeBlock[] {
  const matches = [...document.matchAll(fence)];
  let next: (CodeBlock & { readonly at: number }) | undefined;
  const blocks: CodeBlock[] = [];
  for (const match of matches.reverse()) {
    const groups: Readonly<Record<string, string | undefined>> = match.groups ?? {};
    const { option, language = '', text = '' } = groups;
    const end = match.index + match[0].length;
    const follows = next !== undefined && document.slice(end, next.at).trim() === '';
    next = {
      language,
      text,
      options: readOption(option),
      next: follows ? next : undefined,
      heading: headingAt(document, match.index),
      at: match.index,
    };
    blocks.unshift(next);
  }
  return blocks;
}

function readOption(comment = ''): CodeBlock['options'] {
  const [name = '', value = ''] = comment.split(': ', 2);
  return name === '' ? {} : { [name]: value };
}

const headingAt = (document: string, at: number): string =>
  [...document.slice(0, at).matchAll(/^#{1,6} (.+)$/gm)].at(-1)?.[1] ?? '';

/** The text under a heading, up to the next one of any level. */
export function section(document: string, heading: string): string {
  const parts = document.split(/^#{1,6} (.+)$/m);
  const at = parts.findIndex((part, index) => index % 2 === 1 && part === heading);
  if (at === -1) throw new Error(`There is no heading "${heading}".`);
  return parts[at + 1] ?? '';
}

/** The rows of all tables in a text, without their heads; each cell trimmed. */
export function tableRows(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n');
  const isRow = (line: string | undefined): boolean => line?.startsWith('|') === true;
  const isRule = (line: string | undefined): boolean => /^\|[ :|-]+\|$/.test(line ?? '');
  return lines
    .filter((line, index) => isRow(line) && !isRule(line) && !isRule(lines[index + 1]))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

export const codeSpans = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/** The first code span of each row's first cell. */
export const firstSpans = (text: string): readonly (string | undefined)[] =>
  tableRows(text).map(([cell = '']) => codeSpans(cell)[0]);

/** Targets of links and images inside the project. */
export const localLinks = (document: string): readonly string[] =>
  [...document.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

export const anchorsOf = (document: string): ReadonlySet<string> =>
  new Set(
    [...document.replace(fence, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      anchorOf(heading),
    ),
  );

/** The anchor that GitHub and npm give a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
