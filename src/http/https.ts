/**
 * Whether a request came over HTTPS. For a plain connection only a trusted proxy can say so; the last entry is the
 * proxy's own, whatever a client has written before it.
 */
export function isSecure(request: Request, trustProxy: boolean): boolean {
  if (request.url.startsWith('https:')) return true;
  if (!trustProxy) return false;
  return isForwardedSecure(request.headers.get('x-forwarded-proto'));
}

export const isForwardedSecure = (value: string | readonly string[] | null | undefined): boolean =>
  value?.toString().split(',').at(-1)?.trim().toLowerCase() === 'https';

/** HTTP 426 for a request over plain HTTP in production (runtime interface, NODE_ENV). */
export function httpsRequired(): Response {
  const error = { message: 'HTTPS is required.', extensions: { code: 'HTTPS_REQUIRED' } };
  return Response.json(
    { errors: [error] },
    { status: 426, headers: { Upgrade: 'TLS/1.2, HTTP/1.1', Connection: 'Upgrade' } },
  );
}
