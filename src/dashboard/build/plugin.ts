import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { type DocumentNode, print, stripIgnoredCharacters } from 'graphql';

/**
 * Writes each file of the build compressed too, `.br` and `.gz`, as small as it gets: the server
 * only reads them.
 */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '.' }, bundle) {
      for (const name of Object.keys(bundle)) {
        const file = join(dir, name);
        const content = readFileSync(file);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength };
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}

/**
 * Keeps one short copy of each GraphQL document in the page. The generator writes two: the text
 * that `graphql(…)` looks up, and a syntax tree of ten times its length.
 */
export function documentText(): Plugin {
  return {
    name: 'document-text',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/generated/graphql.ts')) return { code: withTexts(code), map: null };
      if (!/\.tsx?$/.test(id) || id.includes('/generated/')) return undefined;
      return code.includes('graphql(`') ? { code: withImports(code), map: null } : undefined;
    },
  };
}

const call = /\bgraphql\(`\s*(query|mutation|subscription|fragment)\s+(\w+)[^\w`][^`]*`\)/g;

/**
 * Replaces each `graphql(…)` by the generated document of its name, as the client preset's plugin
 * for Babel does.
 */
function withImports(code: string): string {
  const names: string[] = [];
  const replaced = code.replace(call, (_call, kind: string, title: string) => {
    const name = title.charAt(0).toUpperCase() + title.slice(1);
    const document = `${name}${kind === 'fragment' ? 'FragmentDoc' : 'Document'}`;
    names.push(document);
    return document;
  });
  // At the end: line numbers stay, and imports are hoisted.
  return `${replaced}\nimport { ${names.join(', ')} } from '/generated/graphql.ts';\n`;
}

const tree = /^(export const \w+ = )(\{"kind":"Document".*\}) as unknown as DocumentNode<.*>;$/gm;

/**
 * Replaces each syntax tree by the shortest text of the document, which urql parses when the page
 * starts.
 */
function withTexts(code: string): string {
  const replaced = code.replace(tree, (_line, begin: string, json: string) => {
    // The generator writes trees of graphql-js.
    const text = stripIgnoredCharacters(print(JSON.parse(json) as DocumentNode));
    return `${begin}/*#__PURE__*/ toDocument(${JSON.stringify(text)});`;
  });
  return `${replaced}\nimport { gql as toDocument } from 'urql';\n`;
}
