import { compareOperation } from './compare-operation.js';
import { type Difference, UnreadableError } from './describe-difference.js';
import { below, follow, isJson, members, objectAt, type Place } from './document.js';
import { operations } from './expected.js';

/**
 * Compares an OpenAPI 3.0 or 3.1 document of the Partner API with what the façade relies on, which is read off the
 * operations and schemas that it validates with (`src/partner`).
 *
 * @param document the parsed document
 * @returns the differences in the order of the operations; empty where there are none
 * @throws UnreadableError where it is no such document, or a reference in it cannot be followed
 */
export function checkContract(document: unknown): readonly Difference[] {
  const root = readRoot(document);
  const found: Difference[] = [];
  const report = (difference: Difference): void => void found.push(difference);
  const paths = readPaths(root);
  const compared = new Set<string>();
  for (const operation of operations) {
    const pathItem = paths.get(shapeOf(operation.path));
    if (pathItem !== undefined) compareOperation(operation, pathItem, report, compared);
    else {
      const detail = operation.path;
      report({ impact: 'breaking', name: 'path removed', where: operation.id, address: '#/paths', detail });
    }
  }
  reportNew(paths, report);
  return found;
}

function readRoot(document: unknown): Place {
  if (!isJson(document)) throw new UnreadableError('The document is no JSON object.');
  const { openapi, paths } = document;
  if (typeof openapi !== 'string' || !openapi.startsWith('3.'))
    throw new UnreadableError(
      'The document is no OpenAPI 3 document: its `openapi` does not begin with "3.".',
    );
  if (!isJson(paths)) throw new UnreadableError('The document has no `paths`.');
  return { value: document, pointer: '#', root: document };
}

/** The path items by the shape of their whole path: some documents put a part of it into the server's address. */
function readPaths(root: Place): ReadonlyMap<string, Place> {
  const prefix = serverPath(root);
  return new Map(
    members(below(root, 'paths')).flatMap(([path, place]): [string, Place][] => {
      const item = follow(place);
      return [path, prefix + path].map((each) => [shapeOf(each), item]);
    }),
  );
}

function serverPath(root: Place): string {
  const { url } = objectAt(below(below(root, 'servers'), 0));
  const base = 'http://relative.invalid';
  if (typeof url !== 'string' || !URL.canParse(url, base)) return '';
  const { pathname } = new URL(url, base);
  const at = pathname.indexOf('/api/partner');
  return at === -1 ? '' : pathname.slice(at).replace(/\/+$/, '');
}

/** Names of parameters play no part in which path it is. */
const shapeOf = (path: string): string => path.replace(/\{[^}]*\}/g, '{}').replace(/\/+$/, '');

/** Every other way to ask the Partner API; one that is no reading at all is worth a look. */
function reportNew(paths: ReadonlyMap<string, Place>, report: (difference: Difference) => void): void {
  const known = new Set(operations.map(({ path }) => shapeOf(path)));
  const used = new Set([...paths].filter(([shape]) => known.has(shape)).map(([, place]) => place));
  for (const place of new Set(paths.values()))
    for (const [method, operation] of members(place))
      if (methods.has(method) && !(used.has(place) && method === 'get'))
        report({
          impact: 'additive',
          name: 'new operation',
          where: nameOf(operation, method),
          address: operation.pointer,
        });
}

const methods: ReadonlySet<string> = new Set(['get', 'head', 'post', 'put', 'patch', 'delete']);

function nameOf(operation: Place, method: string): string {
  const { operationId } = objectAt(operation);
  return typeof operationId === 'string' ? operationId : method.toUpperCase();
}
