import type { Facade } from '../../src/facade.js';
import { credentials } from '../rig/credential.js';
import type { ValuePool } from './argument-value.js';
import { post } from './world.js';

const ids = ['s1', 's2', 's5', 's11', 'p1', 'p2', 'm1', 'm3', 'm5', 'gone', 'x/y', '..', '', 'ä 😀', 's1?'];

/** Ids of the rig's organization alpha, and some that name no record; the façade alone can make global ids and cursors. */
export async function readPool(facade: Facade): Promise<ValuePool> {
  const query = `{
    organization { nodeId }
    screens { edges { cursor node { nodeId } } }
    playlists { edges { cursor node { nodeId } } }
    media { edges { cursor node { nodeId } } }
    playlist(id: "p1") { items { edges { cursor } } }
  }`;
  const { text } = await post(facade, { query }, credentials.alpha.everything);
  const all = (name: string): string[] =>
    [...text.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))].map((found) => found[1] ?? '');
  const [cursors, nodeIds] = [all('cursor'), all('nodeId')];
  const damaged = cursors.slice(0, 4).map((cursor, index) => cursor.slice(0, -1 - index) + 'A'.repeat(index));
  return {
    ids,
    nodeIds: [...nodeIds, 'x', '', 'U2NyZWVuOmdvbmU='],
    cursors: [...cursors, ...damaged, '', 'x', 'x'.repeat(2000)],
  };
}
