import { signatureOf, type Media } from './data/media.js';
import type { Tenant } from './data/organization.js';
import { hash } from './data/random.js';
import type { ServiceResponse } from './envelope.js';

/**
 * The picture of a `url` or `thumbnailUrl`. A location is opaque (contract, "What the service
 * does"): without its signature it gives 404, so a client that rewrites locations fails.
 *
 * @param path raw path, `/assets/{mediaId}.svg` or `/assets/{mediaId}/thumbnail.svg`
 */
export function servePicture(
  path: string,
  query: string,
  tenants: Iterable<Tenant>,
): ServiceResponse {
  const [, id = '', thumbnail] = /^\/assets\/([^/.]+)(\/thumbnail)?\.svg$/.exec(path) ?? [];
  const media = findMedia(id, tenants);
  if (!media || new URLSearchParams(query).get('signature') !== signatureOf(id)) {
    return {
      status: 404,
      headers: { ...shared, 'content-type': 'text/plain' },
      body: 'No such picture.\n',
    };
  }
  return {
    status: 200,
    headers: {
      ...shared,
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
    },
    body: draw(media, thumbnail === undefined ? 1 : 0.2),
  };
}

/** Pages of other origins show pictures. */
const shared = { 'access-control-allow-origin': '*' };

function findMedia(id: string, tenants: Iterable<Tenant>): Media | undefined {
  for (const { media } of tenants) {
    const found = media.find(id);
    if (found) return found;
  }
  return undefined;
}

function draw({ id, name, type, width = 1920, height = 1080 }: Media, scale: number): string {
  const hue = hash(id) % 360;
  const unit = Math.min(width, height);
  const [title = name, ...rest] = name.split(' – ');
  const fontSize = Math.min(unit / 9, (1.3 * width) / title.length);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" fill="#fff">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue} 62% 38%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360} 70% 22%)"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#g)"/>
${drawCircles(hue, width, height)}
${type === 'video' ? drawPlay(width / 2, height * 0.36, unit * 0.14) : ''}
<text x="${width * 0.07}" y="${height * 0.72}" font-size="${round(fontSize)}" font-weight="700">${escape(title)}</text>
<text x="${width * 0.07}" y="${round(height * 0.72 + fontSize)}" font-size="${round(fontSize * 0.55)}" opacity=".75">${escape(rest.join(' – '))} · ${width} × ${height}</text>
</svg>
`;
}

/** A few soft discs, placed by the picture's hue. */
function drawCircles(hue: number, width: number, height: number): string {
  return [0.9, 0.55, 0.3]
    .map((part, index) => {
      const x = round(width * (0.62 + ((hue + index * 97) % 40) / 100));
      const radius = round(Math.min(width, height) * part * 0.5);
      return `<circle cx="${x}" cy="${round(height * (0.2 + index * 0.12))}" r="${radius}" opacity=".09"/>`;
    })
    .join('');
}

function drawPlay(x: number, y: number, radius: number): string {
  const side = radius * 0.5;
  const triangle = `M${round(x - side * 0.7)} ${round(y - side)}L${round(x + side)} ${round(y)}L${round(x - side * 0.7)} ${round(y + side)}Z`;
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="#000" opacity=".35"/><path d="${triangle}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
