import { openSimulator } from '../rig/open.js';
import { isPrismHere } from './prism.js';

/** Part of the names of skipped tests. */
export const why = isPrismHere ? '' : ` (skipped: Prism does not run on Node.js ${process.version})`;

export const everything = 'demo-everything-credential';

/** A simulator and the document that it serves of itself. */
export async function startDocumented() {
  const simulator = await openSimulator({
    size: { screens: 120, media: 130, playlists: 5, playlistItems: 30 },
  });
  const document = await (await fetch(`${simulator.url}/api/partner/openapi.json`)).text();
  return { simulator, document };
}
