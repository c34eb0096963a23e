import type { Places } from '../page.js';
import { createCollection, type Collection } from './collection.js';
import { createIds, createSlotId, danglingIndex } from './id.js';
import { createTimestamps } from './moment.js';
import { createRandom } from './random.js';

export interface Playlist {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly itemCount: number;
  readonly totalDurationSeconds: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PlaylistItem {
  readonly slotId: string;
  readonly type: 'media' | 'app';
  readonly position: number;
  readonly durationSeconds: number;
  readonly enabled: boolean;
  readonly mediaId?: string;
  readonly appInstanceId?: string;
}

export interface PlaylistPlan {
  readonly organization: number;
  /** Number of playlists. */
  readonly total: number;
  /** Items of the first playlist, which has the most. */
  readonly maxItems: number;
  /** Number of media that items may refer to. */
  readonly media: number;
}

const purposes: readonly (readonly [string, ...string[]])[] = [
  [
    'Platform loop',
    'Concourse loop',
    'Kaffeebar Menü',
    'Störungsinformation',
    'Nachtprogramm',
    'Season campaign',
    'Reisezentrum',
    'Partner slots',
  ],
  ['Frühstück', 'Mittagstisch', 'Brote der Woche', 'Weihnachten'],
];

/**
 * The playlists of an organization. The first has exactly `maxItems` items, every twelfth is empty.
 */
export function createPlaylists(plan: PlaylistPlan): Collection<Playlist> {
  const ids = createIds('pls', plan.organization);
  return createCollection(plan.total, ids, (index) => {
    const random = createRandom('playlist', plan.organization, index);
    const purpose = random.pick(purposes[plan.organization] ?? ['Playlist']);
    const items = createPlaylistItems(plan, index);
    return {
      id: ids.idAt(index),
      name: `${purpose} ${index + 1}`,
      ...(index % 3 !== 2 && {
        description: `${purpose}: ${items.total} slots, reviewed every ${1 + (index % 4)} weeks.`,
      }),
      itemCount: items.total,
      totalDurationSeconds: addDurations(items),
      ...createTimestamps(random),
    };
  });
}

/**
 * The ordered items of the playlist at an index. Positions ascend by one. The contract does not say
 * whether they start at 0 or 1, so both occur.
 */
export function createPlaylistItems(plan: PlaylistPlan, playlist: number): Places<PlaylistItem> {
  const mediaIds = createIds('med', plan.organization);
  const appIds = createIds('app', plan.organization);
  const firstPosition = playlist % 4 === 2 ? 0 : 1;
  return {
    total: countItems(plan, playlist),
    at(index) {
      const random = createRandom('item', plan.organization, playlist, index);
      const isDangling = playlist % 6 === 0 && index === 3; // its file was deleted
      const isApp = !isDangling && (plan.media === 0 || random.chance(0.14));
      const media = isDangling ? danglingIndex(playlist) : random.int(0, plan.media - 1);
      return {
        slotId: createSlotId(random),
        type: isApp ? 'app' : 'media',
        position: firstPosition + index,
        durationSeconds: random.chance(0.3) ? random.int(400, 6_000) / 100 : random.int(5, 30),
        enabled: !random.chance(0.1),
        ...(isApp
          ? { appInstanceId: appIds.idAt(random.int(0, 23)) }
          : { mediaId: mediaIds.idAt(media) }),
      };
    },
  };
}

function countItems({ organization, maxItems }: PlaylistPlan, playlist: number): number {
  if (playlist === 0) return maxItems;
  if (playlist % 12 === 7) return 0;
  const random = createRandom('count', organization, playlist);
  if (playlist % 4 === 1 && maxItems > 100) return random.int(101, maxItems);
  return random.int(Math.min(3, maxItems), Math.min(60, maxItems));
}

/** Seconds of the enabled items. Adds whole hundredths, which keeps 0.30000000000000004 out. */
function addDurations(items: Places<PlaylistItem>): number {
  let hundredths = 0;
  for (let index = 0; index < items.total; index += 1) {
    const { enabled, durationSeconds } = items.at(index);
    if (enabled) hundredths += Math.round(durationSeconds * 100);
  }
  return hundredths / 100;
}
