/** Name of the dashboard's cookie. Its value is a random id. */
const name = 'session';

/** The session id in a `Cookie` header; undefined if there is none of ours. */
export function readSessionCookie(header: string | null): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

/**
 * `Set-Cookie` for a session: scripts cannot read it, other sites cannot send it, and other paths do not get it. It lasts
 * until the browser closes.
 *
 * @param isSecure whether the request came over HTTPS; over plain HTTP, browsers drop a Secure cookie
 */
export function sessionCookie(id: string, isSecure: boolean): string {
  return `${name}=${id}; HttpOnly; SameSite=Strict; Path=/dashboard${isSecure ? '; Secure' : ''}`;
}

/** `Set-Cookie` that deletes the cookie. */
export const endedCookie = (isSecure: boolean): string => `${sessionCookie('', isSecure)}; Max-Age=0`;
