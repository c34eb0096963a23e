import { editedBy, text } from '../rig/response.js';
import { type Json, put } from '../rig/json.js';
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
    for (const [place, value] of Object.entries(changes)) result = put(result, prefix + place, value);
    return result;
  });
