/** Responses belong to one credential: no cache on the way may keep them (fault catalogue, G14 and G15). */
export const cacheControl = 'private, no-store';

/** The response of an address of health. */
export const health = (status: 'live' | 'ready' | 'starting' | 'draining', code: 200 | 503): Response =>
  Response.json({ status }, { status: code });

export const notFound = (): Response => new Response('Not found.\n', { status: 404 });

export const badRequest = (): Response => new Response('Bad request.\n', { status: 400 });
