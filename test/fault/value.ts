import { editedBy, text } from '../rig/response.js';
import { at, isObject, type Json } from '../rig/json.js';
import { startRig } from '../rig/rig.js';

/** The second media of a list of five, with one field as the upstream sends it: raw JSON in place of the value. */
export async function askMedia(field: string, rawJson: string) {
  const rig = await startRig();
  rig.upstream.on({ operation: 'partnerV1_media' }, (exchange) => {
    const marked = exchange.truth();
    const body = JSON.stringify(marked.body).replace(
      new RegExp(`("id":"m2".*?"${field}":)(?:"[^"]*"|[^,}]*)`),
      (_whole, start: string) => start + rawJson,
    );
    return text(body)(exchange);
  });
  return rig.ask(`{ media(first: 5) { nodes { id ${field} } } intact: organization { name } }`);
}

export const changed = (changes: Readonly<Record<string, Json>>, prefix: string) =>
  editedBy((body) => {
    let result = body;
    for (const [place, value] of Object.entries(changes)) result = putAt(result, prefix + place, value);
    return result;
  });

export function putAt(root: Json, path: string, value: Json): Json {
  const [step = '', ...rest] = path.split('.');
  const next = rest.length === 0 ? value : putAt((at(root, step) ?? {}) as Json, rest.join('.'), value);
  if (Array.isArray(root)) return root.map((old: Json, index) => (index === Number(step) ? next : old));
  return { ...(isObject(root) ? root : {}), [step]: next };
}
