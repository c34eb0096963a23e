/** Responses belong to one credential: no cache on the way may keep them (fault catalogue, G14 and G15). */
export const cacheControl = 'private, no-store';

export const health = (status: 'live' | 'ready' | 'starting' | 'draining', code: 200 | 503): Response =>
  Response.json({ status }, { status: code });

/** @param served where to go instead: `GraphQL is at /graphql` */
export const notFound = (served: string): Response =>
  new Response(`Not found: ${served}, and at no other path.\n`, { status: 404 });

/** @param reason a sentence without its first capital */
export const badRequestResponse = (reason: string): Response =>
  new Response(`Bad request: ${reason}\n`, { status: 400 });

/** What may be sent to an address that only reports. Some health checks send OPTIONS. */
const reportMethods = ['GET', 'HEAD', 'OPTIONS'];

/** HTTP 405 for any other method at an address that only reports; undefined for a usable one. */
export const refuseMethod = (method: string): Response | undefined =>
  reportMethods.includes(method) ? undefined : notAllowed(reportMethods.join(', '));

export const notAllowed = (allowed: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response('Method not allowed.\n', { status: 405, headers: { ...headers, Allow: allowed } });
