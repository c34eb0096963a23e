import type { PathParameters } from '../partner/endpoint.js';
import { checkId } from '../partner/id.js';

/**
 * The path of an endpoint with its parameters filled in, each as one segment, encoded exactly once.
 *
 * @param template a path of the contract, for example `/api/partner/v1/screens/{screenId}`
 * @throws PartnerError BAD_USER_INPUT for an unusable id: empty, `.`, `..` (URL normalisation
 *   eats these even when they are percent-encoded), over 512 characters, or with half a surrogate pair
 */
export function fillPath(template: string, parameters: PathParameters): string {
  const parts = partsOf(template);
  let path = parts[0] ?? '';
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index] ?? '';
    const id = parameters[name] ?? '';
    checkId(name, id);
    path += encodeURIComponent(id) + (parts[index + 1] ?? '');
  }
  return path;
}

const knownParts = new Map<string, readonly string[]>();

/** Text and names of parameters in turn. Split once: the contract has few templates. */
function partsOf(template: string): readonly string[] {
  let parts = knownParts.get(template);
  if (parts === undefined) knownParts.set(template, (parts = template.split(/\{(\w+)\}/)));
  return parts;
}

/** A place of the page grid: page from 1, limit 1..100 (contract, "Limits"). */
export interface GridPage {
  readonly page: number;
  readonly limit: number;
}

export const pageQuery = ({ page, limit }: GridPage): string => `?page=${page}&limit=${limit}`;
