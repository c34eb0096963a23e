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
  /** Items of the first, the longest playlist. */
  readonly largest: number;
  /** Number of media that items may point to. */
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

/** The playlists of an organization. The first has exactly `largest` items, every twelfth or so is empty. */
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
 * The ordered items of the playlist at an index. Positions ascend by one; where they begin, 0 or 1, the
 * contract does not tell, so both occur.
 */
export function createPlaylistItems(plan: PlaylistPlan, playlist: number): Places<PlaylistItem> {
  const mediaIds = createIds('med', plan.organization);
  const appIds = createIds('app', plan.organization);
  const firstPosition = playlist % 4 === 2 ? 0 : 1;
  return {
    total: countItems(plan, playlist),
    at(index) {
      const random = createRandom('item', plan.organization, playlist, index);
      const isDangling = playlist % 6 === 0 && index === 3; // the file was deleted, its slot stayed
      const isApp = !isDangling && (plan.media === 0 || random.chance(0.14));
      const media = isDangling ? danglingIndex(playlist) : random.int(0, plan.media - 1);
      return {
        slotId: createSlotId(random),
        type: isApp ? 'app' : 'media',
        position: firstPosition + index,
        durationSeconds: random.chance(0.3) ? random.int(400, 6_000) / 100 : random.int(5, 30),
        enabled: !random.chance(0.1),
        ...(isApp ? { appInstanceId: appIds.idAt(random.int(0, 23)) } : { mediaId: mediaIds.idAt(media) }),
      };
    },
  };
}

function countItems({ organization, largest }: PlaylistPlan, playlist: number): number {
  if (playlist === 0) return largest;
  if (playlist % 12 === 7) return 0;
  const random = createRandom('count', organization, playlist);
  if (playlist % 4 === 1 && largest > 100) return random.int(101, largest);
  return random.int(Math.min(3, largest), Math.min(60, largest));
}

/** Seconds of the enabled items; hundredths are added as whole numbers, so that no 0.30000000000000004 appears. */
function addDurations(items: Places<PlaylistItem>): number {
  let hundredths = 0;
  for (let index = 0; index < items.total; index += 1) {
    const { enabled, durationSeconds } = items.at(index);
    if (enabled) hundredths += Math.round(durationSeconds * 100);
  }
  return hundredths / 100;
}
