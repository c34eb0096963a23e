import { onTestFinished } from 'vitest';
import { createFacade, type Facade } from '../../src/facade.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { isPrismHere } from './prism.js';

/** Part of the names of skipped tests. */
export const why = isPrismHere ? '' : ` (skipped: Prism does not run on Node.js ${process.version})`;

export const everything = 'demo-everything-credential';

/** A simulator and the document that it serves of itself. */
export async function startDocumented() {
  const simulator = await startSimulator({
    size: { screens: 120, media: 130, playlists: 5, playlistItems: 30 },
  });
  onTestFinished(() => simulator.close());
  const document = await (await fetch(`${simulator.url}/api/partner/openapi.json`)).text();
  return { simulator, document };
}

export function openFacade(partnerApiUrl: string): Facade {
  const facade = createFacade({ partnerApiUrl, settings: { LOG_LEVEL: 'silent' } });
  onTestFinished(() => facade.close());
  return facade;
}
