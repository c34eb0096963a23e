/** What a status means (contract, "Errors"; runtime interface, "Which code for what the upstream does"). */
export function meaningOf(code: number): string {
  const listed = new Map([
    [400, 'BAD_USER_INPUT'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [426, 'HTTPS_REQUIRED'],
    [429, 'RATE_LIMITED'],
  ]);
  return listed.get(code) ?? (code < 400 ? 'UPSTREAM_INVALID_RESPONSE' : 'UPSTREAM_UNAVAILABLE');
}
