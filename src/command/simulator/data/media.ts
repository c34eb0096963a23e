import { createCollection, type Collection } from './collection.js';
import { createIds } from './id.js';
import { createTimestamps } from './moment.js';
import { createRandom, hash, type Random } from './random.js';

export interface Media {
  readonly id: string;
  readonly name: string;
  readonly type: 'image' | 'video';
  readonly status: 'processing' | 'ready' | 'failed';
  readonly mimeType?: string;
  readonly sizeBytes?: number;
  readonly width?: number;
  readonly height?: number;
  readonly defaultDurationSeconds?: number;
  readonly url?: string;
  readonly thumbnailUrl?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type Format = readonly [shape: string, width: number, height: number];

const formats: readonly [Format, ...Format[]] = [
  ['landscape', 1920, 1080],
  ['portrait', 1080, 1920],
  ['landscape 4K', 3840, 2160],
  ['banner', 1920, 540],
  ['square', 1080, 1080],
];

const themes: readonly (readonly [string, ...string[]])[] = [
  [
    'Autumn timetable',
    'Nachtzug nach Wien',
    'Monthly pass',
    'Mind the gap',
    'Coffee to go',
    'Fahrrad an Bord',
    'Week-end à Genève',
    'Lost and found',
    'Gratis-WLAN',
    'Winterfahrplan',
    'Family ticket',
    'Step-free access',
    'Lisboa à noite',
    '駅弁フェア',
  ],
  [
    'Roggenbrot',
    'Kürbiskernbrötchen',
    'Zimtschnecke',
    'Frühstück für zwei',
    'Stollen & Plätzchen',
    'Mitarbeiter gesucht',
  ],
];

/**
 * The media of an organization: images and videos of every status. A file in processing has neither
 * size nor location, a failed one has no location.
 *
 * @param baseUrl of this simulator, which serves the pictures
 */
export function createMedia(
  organization: number,
  total: number,
  baseUrl: string,
): Collection<Media> {
  const ids = createIds('med', organization);
  return createCollection(total, ids, (index) => {
    const id = ids.idAt(index);
    const random = createRandom('media', organization, index);
    const type = index % 5 < 3 ? 'image' : 'video';
    const status = statusAt(index);
    const [shape, width, height] = random.pick(formats);
    const file = type === 'image' ? imageFile(index, random) : videoFile(index, random);
    const theme = random.pick(themes[organization] ?? ['Untitled']);
    return {
      id,
      name: `${theme} ${index + 1} – ${shape}.${file.extension}`,
      type,
      status,
      mimeType: file.mimeType,
      ...(status !== 'processing' && { sizeBytes: file.sizeBytes }),
      ...(status === 'ready' && {
        width,
        height,
        ...file.duration,
        ...locations(baseUrl, id, index),
      }),
      ...createTimestamps(random),
    };
  });
}

/**
 * The signature in a picture's location; any other gives 404, so a client must not change
 * locations.
 */
export function signatureOf(id: string): string {
  const halves = [hash(`signature/${id}`), hash(id)];
  return halves.map((half) => half.toString(16).padStart(8, '0')).join('');
}

function statusAt(index: number): Media['status'] {
  if (index % 23 === 7) return 'processing';
  return index % 31 === 13 ? 'failed' : 'ready';
}

function locations(
  baseUrl: string,
  id: string,
  index: number,
): Pick<Media, 'url' | 'thumbnailUrl'> {
  const query = `signature=${signatureOf(id)}&expires=4102444800`;
  const url = `${baseUrl}/assets/${id}.svg?${query}`;
  // `thumbnailUrl` is optional: every 19th file has none.
  if (index % 19 === 18) return { url };
  return { url, thumbnailUrl: `${baseUrl}/assets/${id}/thumbnail.svg?${query}` };
}

interface File {
  readonly extension: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly duration: Pick<Media, 'defaultDurationSeconds'>;
}

function imageFile(index: number, random: Random): File {
  const extension = random.pick(['jpg', 'png', 'webp']);
  return {
    extension,
    mimeType: extension === 'jpg' ? 'image/jpeg' : `image/${extension}`,
    sizeBytes: random.int(40_000, 6_000_000),
    duration: index % 3 === 0 ? {} : { defaultDurationSeconds: random.pick([8, 10, 12, 15]) },
  };
}

/**
 * Durations have fractions, and every eighth index gives a size over 2 GiB: a 32-bit integer holds
 * neither.
 */
function videoFile(index: number, random: Random): File {
  const extension = random.pick(['mp4', 'mp4', 'webm']);
  const isLarge = index % 8 === 3;
  return {
    extension,
    mimeType: `video/${extension}`,
    sizeBytes: isLarge
      ? random.int(2_147_483_648, 6_500_000_000)
      : random.int(2_000_000, 400_000_000),
    duration: { defaultDurationSeconds: random.int(400, 9_000) / 100 },
  };
}
