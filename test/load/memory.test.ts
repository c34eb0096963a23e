import { expect, it, onTestFinished } from 'vitest';
import { createWorldFacade, post } from '../fuzz/world.js';
import { credentials } from '../rig/credential.js';
import { usedHeap } from './heap.js';

const fields = `id name status orientation itemCount totalDurationSeconds createdAt updatedAt
  availability { mode timezone isOnNow weekly { day start end } special { startDate endDate start end } }
  viewport { width height }
  playbackConfiguration { resolvedAt revision items { slotId type durationSeconds media { id name url }
    layout { panels { panelId items { slotId media { name } } } } } }`;

const megabyte = 1024 * 1024;

it('F5: plans of operations are bounded too: many different ones, each used again, leave less than 60 MB', async () => {
  const facade = createWorldFacade();
  onTestFinished(() => facade.close());
  const ask = async (number: number): Promise<void> => {
    const query = `query Q${number} { a${number}: screens(first: 2) { nodes { ${fields} } } organization { screens(first: 1) { nodes { ${fields} } } } }`;
    for (let use = 0; use < 4; use += 1)
      expect((await post(facade, { query }, credentials.alpha.everything)).status).toBe(200);
  };
  await ask(0);
  const before = await usedHeap();
  for (let number = 1; number <= 200; number += 1) await ask(number);
  expect((await usedHeap()) - before).toBeLessThan(60 * megabyte);
});
