import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';

/**
 * Whether a request comes from where it may: a page that has made a browser resolve its name to this machine sends its own
 * Host (DNS rebinding), and any page sends its Origin.
 *
 * @param allowed names without ports, for both headers
 * @returns what is wrong; undefined for a good request
 */
export function findHostFault({ headers, url }: Request, allowed: readonly string[]): string | undefined {
  const hosts = [...allowed];
  // Not every runtime keeps the header; node:http builds the address from it.
  const host = validateHostHeader(headers.get('host') ?? new URL(url).host, hosts);
  const checked = host.ok ? validateOriginHeader(headers.get('origin'), hosts) : host;
  return checked.ok ? undefined : checked.message;
}
