import { errorResponse } from '../response.js';

/** Against sniffed types, leaked addresses and use by other sites. */
export const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Images and videos may come from anywhere: media locations are opaque (contract, "What the service does"). */
export const pageHeaders = {
  ...safeHeaders,
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' http: https:",
    "media-src 'self' http: https:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
} as const;

/** File names contain a hash of the content, so a file never changes. */
export const fileHeaders = {
  ...safeHeaders,
  'Cache-Control': 'public, max-age=31536000, immutable',
} as const;

export const uncachedHeaders = { ...safeHeaders, 'Cache-Control': 'no-store' } as const;

export const refuse = (status: number, code: string, message: string, headers = {}): Response =>
  errorResponse(status, code, message, { ...uncachedHeaders, ...headers });

/** JSON that no cache keeps. */
export function json(body: unknown, cookies: readonly string[] = []): Response {
  const response = Response.json(body, { headers: uncachedHeaders });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}
