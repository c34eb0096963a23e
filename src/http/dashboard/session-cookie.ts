/** Name of the dashboard's cookie. It holds a random id and nothing else. */
const name = 'session';

/** The session id that a `Cookie` header holds; undefined where it holds none of ours. */
export function readSessionCookie(header: string | null): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

/**
 * `Set-Cookie` for a session: no script reads it, no other site sends it, no other path of the façade gets it. It ends
 * with the browser.
 *
 * @param isSecure whether the request came over HTTPS; over plain HTTP a browser would drop a Secure cookie
 */
export function sessionCookie(id: string, isSecure: boolean): string {
  return `${name}=${id}; HttpOnly; SameSite=Strict; Path=/dashboard${isSecure ? '; Secure' : ''}`;
}

/** `Set-Cookie` that makes the browser forget the session. */
export const endedCookie = (isSecure: boolean): string => `${sessionCookie('', isSecure)}; Max-Age=0`;
