import { endpoints } from '../../partner/endpoints.js';
import { CommandError } from '../command-line.js';
import { compareOperation } from './compare-operation.js';
import { Comparison, type Difference, type Report } from './compare-schema.js';
import { isJson, JsonNode } from './document.js';

/**
 * Compares an OpenAPI 3.0 or 3.1 document of the Partner API with what the façade relies on: the
 * endpoints and schemas of `src/partner`, which it validates every response with.
 *
 * @returns the differences in the order of the endpoints; empty where there are none
 * @throws CommandError for any other document, or a reference in it that leads nowhere
 */
export function checkContract(document: unknown): readonly Difference[] {
  const paths = readPaths(readRoot(document));
  const comparison = new Comparison();
  const { report } = comparison;
  for (const endpoint of endpoints) {
    const { id, path } = endpoint;
    const pathItem = paths.get(shapeOf(path));
    if (pathItem === undefined) {
      report('breaking', 'path removed', id, { pointer: '#/paths' }, path);
    } else {
      compareOperation(endpoint, pathItem, comparison);
    }
  }
  reportNewOperations(paths, report);
  return comparison.differences;
}

function readRoot(document: unknown): JsonNode {
  if (!isJson(document)) throw new CommandError('The document is not a JSON object.');
  const { openapi, paths } = document;
  if (typeof openapi !== 'string' || !openapi.startsWith('3.')) {
    throw new CommandError(
      'The document is not OpenAPI 3: its `openapi` does not begin with "3.".',
    );
  }
  if (!isJson(paths)) throw new CommandError('The document has no `paths`.');
  return new JsonNode(document);
}

/**
 * The path items by the shape of their whole path: some documents put a part of it into the address
 * of a server. Which part belongs to {base_url} nobody says, so any of its ends may be the
 * beginning of a path.
 */
function readPaths(root: JsonNode): ReadonlyMap<string, JsonNode> {
  const shared = serverPrefixes(root);
  return new Map(
    root.child('paths').members.flatMap(([path, node]): [string, JsonNode][] => {
      const item = node.dereference();
      const prefixes = ['', ...shared, ...serverPrefixes(item)];
      return prefixes.map((prefix) => [shapeOf(prefix + path), item]);
    }),
  );
}

/** The ends of the paths of all servers: `/a`, and `/b/a`, of `https://host/b/a`. */
function serverPrefixes(holder: JsonNode): readonly string[] {
  return holder.child('servers').elements.flatMap((server) => {
    const segments = serverPath(server).split('/').slice(1);
    return segments.map((_, start) => `/${segments.slice(start).join('/')}`);
  });
}

/** Without a slash at its end; each variable has its default. */
function serverPath(server: JsonNode): string {
  const { url } = server.object;
  const base = 'http://relative.invalid';
  if (typeof url !== 'string') return '';
  const filled = url.replace(/\{([^{}]*)\}/g, (_all, name: string) => {
    const { default: value } = server.child('variables', name).object;
    return typeof value === 'string' ? value : 'x';
  });
  return URL.canParse(filled, base)
    ? new URL(filled, base).pathname.replace(/(?<!\/)\/+$/, '')
    : '';
}

/** Parameter names do not distinguish paths. */
const shapeOf = (path: string): string =>
  path.replace(/\{[^{}]*\}/g, '{}').replace(/(?<!\/)\/+$/, '');

const methods: ReadonlySet<string> = new Set(['get', 'head', 'post', 'put', 'patch', 'delete']);

/** Writing operations too: a read-only API that grows one deserves a look. */
function reportNewOperations(paths: ReadonlyMap<string, JsonNode>, report: Report): void {
  const used = new Set(endpoints.map(({ path }) => paths.get(shapeOf(path))));
  for (const item of new Set(paths.values())) {
    for (const [method, operation] of item.members) {
      if (!methods.has(method) || (used.has(item) && method === 'get')) continue;
      const { operationId } = operation.object;
      const where = typeof operationId === 'string' ? operationId : method.toUpperCase();
      report('additive', 'new operation', where, operation);
    }
  }
}
