import {
  createTimetable,
  resolveAvailability,
  type Availability,
  type Timetable,
} from './availability.js';
import { createCollection, type Collection } from './collection.js';
import { createIds, type Ids } from './id.js';
import { createTimestamps } from './moment.js';
import { findPlace } from './place.js';
import { createRandom, type Random } from './random.js';

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export interface Screen {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly status: 'online' | 'offline' | 'unpaired';
  readonly orientation?: 'landscape' | 'landscape-flipped' | 'portrait' | 'portrait-flipped';
  readonly viewport?: Viewport;
  readonly availability: Availability;
  readonly itemCount: number;
  readonly totalDurationSeconds: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The part of a screen that does not depend on the clock. */
export interface StoredScreen extends Omit<Screen, 'availability'> {
  readonly availability: Timetable;
}

/** Totals of a screen's playback; see playback.ts. */
export interface ContentSummary {
  readonly itemCount: number;
  readonly totalDurationSeconds: number;
}

/**
 * The screens of an organization.
 *
 * @param summarize totals of the screen at an index
 */
export function createScreens(
  organization: number,
  total: number,
  summarize: (index: number, isPaired: boolean) => ContentSummary,
): Collection<StoredScreen> {
  const ids = screenIds(organization);
  return createCollection(total, ids, (index) => {
    const random = createRandom('screen', organization, index);
    const place = findPlace(organization, index);
    const status = statusAt(index);
    return {
      id: ids.idAt(index),
      name: place.name,
      ...(random.chance(0.6) && { description: place.description }),
      status,
      ...createHardware(status, random),
      availability: createTimetable(index, place.timezone, random),
      ...summarize(index, status !== 'unpaired'),
      ...createTimestamps(random),
    };
  });
}

/** The screen at a moment. */
export function showScreen(screen: StoredScreen, now: Date): Screen {
  return { ...screen, availability: resolveAvailability(screen.availability, now) };
}

/** The third screen: examples use the first. */
const sharedIndex = 2;

/**
 * Ids of screens. One of them exists in every organization, because the contract does not promise
 * unique ids: a cache must not show one tenant's screen to another.
 */
function screenIds(organization: number): Ids {
  const own = createIds('scr', organization);
  const shared = createIds('scr', 0).idAt(sharedIndex);
  return {
    idAt: (index) => (index === sharedIndex ? shared : own.idAt(index)),
    indexOf(id) {
      if (id === shared) return sharedIndex;
      const index = own.indexOf(id);
      return index === sharedIndex ? undefined : index;
    },
  };
}

function statusAt(index: number): Screen['status'] {
  if (index % 16 === 11) return 'unpaired';
  return index % 9 === 5 ? 'offline' : 'online';
}

type Sides = readonly [long: number, short: number];

const sides: readonly [Sides, ...Sides[]] = [
  [1920, 1080],
  [3840, 2160],
  [1920, 540],
  [1366, 768],
];

/** A screen without a player has no viewport, and rarely an orientation. */
function createHardware(
  status: Screen['status'],
  random: Random,
): Pick<StoredScreen, 'orientation' | 'viewport'> {
  const orientation = random.pick([
    'landscape',
    'landscape',
    'portrait',
    'landscape-flipped',
    'portrait-flipped',
  ] as const);
  if (status === 'unpaired') return random.chance(0.3) ? { orientation } : {};
  const [long, short] = random.pick(sides);
  const isLandscape = orientation.startsWith('landscape');
  const viewport = isLandscape ? { width: long, height: short } : { width: short, height: long };
  return { ...(random.chance(0.9) && { orientation }), viewport };
}
