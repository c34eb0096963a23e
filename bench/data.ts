/** One record as the upstream serves it; the contract defines its fields. */
export type Entry = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Slot {
  readonly slotId: string;
  readonly mediaId: string;
}

/** Everything that the upstream serves. */
export interface DataSet {
  readonly organization: Entry;
  readonly screens: readonly Entry[];
  /** By screen id. */
  readonly configurations: ReadonlyMap<string, { readonly items: readonly Slot[] }>;
  readonly playlists: readonly Entry[];
  /** By playlist id. */
  readonly playlistItems: ReadonlyMap<string, readonly Slot[]>;
  readonly media: readonly Entry[];
}

export interface DataSizes {
  readonly media: number;
  readonly screens: number;
  readonly playlists: number;
  readonly playlistItems: number;
}

/** A mid-sized fleet: its media fill ten pages, its playlists are longer than one page. */
const defaultSizes: DataSizes = { media: 1000, screens: 400, playlists: 60, playlistItems: 120 };

/** Invents the data, the same at every call and on every machine, so that runs can be compared. */
export function createData(other: Partial<DataSizes> = {}): DataSet {
  const sizes = { ...defaultSizes, ...other };
  const random = createRandom(20_250_101);
  const media = times(sizes.media, (index) => createMedia(random, index));
  const screens = times(sizes.screens, (index) => createScreen(random, index));
  const playlists = times(sizes.playlists, (index) => createPlaylist(random, index, sizes));
  return {
    organization: {
      id: `org_${random.hex(16)}`,
      name: 'Bench Displays',
      slug: 'bench',
      ...random.dates(),
    },
    screens: screens.map(({ screen }) => screen),
    configurations: new Map(
      screens.map(({ screen, items }) => [screen.id, configure(random, screen, items, media)]),
    ),
    playlists,
    playlistItems: new Map(
      playlists.map(({ id }, index) => [id, fill(random, index, media, sizes)]),
    ),
    media,
  };
}

/**
 * A fleet of any size, of which only the list is read.
 *
 * @param description characters of each screen's description; 0 for a short one
 */
export function createFleet(count: number, description = 0): DataSet {
  const random = createRandom(20_250_102);
  return {
    organization: { id: 'org_fleet', name: 'Bench Fleet', slug: 'fleet', ...random.dates() },
    // Not in the order of their numbers: a list that is sorted already is sorted in no time.
    screens: times(count, (index) => {
      const { screen } = createScreen(random, (index * 7919) % count);
      return description === 0 ? screen : { ...screen, description: 'x'.repeat(description) };
    }),
    configurations: new Map(),
    playlists: [],
    playlistItems: new Map(),
    media: [],
  };
}

function createMedia(random: Random, index: number): Entry {
  const isVideo = random.below(3) === 0;
  const id = `med_${index}_${random.hex(16)}`;
  return {
    id,
    name: `${random.pick(places)} ${isVideo ? 'film' : 'picture'} ${index}`,
    type: isVideo ? 'video' : 'image',
    status: random.below(20) === 0 ? random.pick(['processing', 'failed']) : 'ready',
    mimeType: isVideo ? 'video/mp4' : 'image/jpeg',
    sizeBytes: 20_000 + random.below(90_000_000),
    width: random.pick([1080, 1920, 3840]),
    height: random.pick([1080, 1920, 2160]),
    ...(isVideo && { defaultDurationSeconds: 5 + random.below(50) }),
    url: signedUrl(random, 'o'),
    thumbnailUrl: signedUrl(random, 't'),
    ...random.dates(),
  };
}

/** A signature as long as that of HMAC-SHA256; a real upstream signs each response anew. */
const signedUrl = (random: Random, folder: string): string =>
  `https://cdn.example.net/${folder}/${random.hex(24)}?expires=1768482000&sig=${random.hex(64)}`;

function createScreen(
  random: Random,
  index: number,
): { readonly screen: Entry; readonly items: number } {
  const items = 10 + random.below(7);
  const screen = {
    id: `scr_${index}_${random.hex(16)}`,
    name: `${random.pick(places)} screen ${index}`,
    description: `The screen at the ${random.pick(places).toLowerCase()}`,
    status: random.pick(['online', 'online', 'offline', 'unpaired']),
    orientation: random.pick(['landscape', 'portrait', 'landscape-flipped', 'portrait-flipped']),
    viewport: { width: random.pick([1920, 3840]), height: random.pick([1080, 2160]) },
    availability: random.pick(availabilities),
    itemCount: items,
    totalDurationSeconds: items * 10,
    ...random.dates(),
  };
  return { screen, items };
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const availabilities = [
  { mode: 'always', timezone: 'Europe/Berlin', isOnNow: true },
  {
    mode: 'weekly',
    timezone: 'America/New_York',
    isOnNow: false,
    weekly: weekdays.map((day) => ({ day, start: '08:00', end: '20:00' })),
  },
  {
    mode: 'special',
    timezone: 'Asia/Tokyo',
    isOnNow: true,
    special: { startDate: '2025-12-01', endDate: '2025-12-31', start: '09:00', end: '22:00' },
  },
];

function configure(random: Random, screen: Entry, count: number, media: readonly Entry[]) {
  const { id, name, status, orientation, viewport, availability } = screen;
  const items = times(count, () => {
    const file = random.pick(media);
    const { id: mediaId, type, url, mimeType, width, height } = file;
    const known = { type, mediaId, url, mimeType, width, height, renderingMode: 'standard' };
    return { slotId: `slot_${random.hex(12)}`, durationSeconds: 10, ...known };
  });
  return {
    resolvedAt: '2026-01-15T12:00:00.000Z',
    revision: random.hex(32),
    screen: { id, name, status, orientation, viewport },
    availability,
    items,
    overlays: [],
  };
}

function createPlaylist(random: Random, index: number, { playlistItems }: DataSizes): Entry {
  return {
    id: `pls_${index}_${random.hex(16)}`,
    name: `${random.pick(places)} playlist ${index}`,
    description: `Playlist number ${index}`,
    itemCount: playlistItems,
    totalDurationSeconds: playlistItems * 10,
    ...random.dates(),
  };
}

/**
 * No two items of a playlist show the same file: 7 and the number of files have no common divisor.
 */
function fill(
  random: Random,
  playlist: number,
  media: readonly Entry[],
  { playlistItems }: DataSizes,
): readonly Slot[] {
  return times(playlistItems, (position) => ({
    slotId: `item_${random.hex(12)}`,
    type: 'media',
    position,
    durationSeconds: 10,
    enabled: random.below(10) > 0,
    mediaId: media[(playlist * 31 + position * 7) % media.length]?.id ?? '',
  }));
}

const places = [
  'Atrium',
  'Café',
  'Foyer',
  'Gate',
  'Hall',
  'Kiosk',
  'Lobby',
  'Studio',
  'Window',
] as const;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

type Random = ReturnType<typeof createRandom>;

/** A linear congruential generator: any sequence that is the same everywhere is good enough. */
function createRandom(seed: number) {
  let state = seed;
  const below = (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const hex = (length: number): string => times(length, () => below(16).toString(16)).join('');
  const firstDay = Date.parse('2025-01-01T00:00:00Z');
  const date = (): string => new Date(firstDay + below(25_000_000) * 1000).toISOString();
  return {
    below,
    hex,
    // The lists above are not empty, and `below` stays below their length.
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    dates: () => ({ createdAt: date(), updatedAt: date() }),
  };
}
