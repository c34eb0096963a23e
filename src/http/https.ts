/**
 * Whether a request came over HTTPS. Only a proxy that we are told to trust can say so of a plain connection; the
 * last entry is that proxy's own, whatever a client has put before it.
 */
export function isSecure(request: Request, trustProxy: boolean): boolean {
  if (request.url.startsWith('https:')) return true;
  if (!trustProxy) return false;
  return isForwardedSecure(request.headers.get('x-forwarded-proto'));
}

export const isForwardedSecure = (value: string | null | undefined): boolean =>
  value?.split(',').at(-1)?.trim().toLowerCase() === 'https';

/** HTTP 426 for a client that came over plain HTTP in production (runtime interface, NODE_ENV). */
export function httpsRequired(): Response {
  const error = { message: 'HTTPS is required.', extensions: { code: 'HTTPS_REQUIRED' } };
  return Response.json(
    { errors: [error] },
    { status: 426, headers: { Upgrade: 'TLS/1.2, HTTP/1.1', Connection: 'Upgrade' } },
  );
}
