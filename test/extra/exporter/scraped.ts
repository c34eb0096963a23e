import { expect } from 'vitest';
import { credentials } from '../../rig/credential.js';
import { openFacade, openUpstream } from '../../rig/open.js';
import type { UpstreamOptions } from '../../rig/upstream.js';
import { readExposition, type Series } from './exposition-reader.js';

export const on = { ORGANIZATION_METRICS: 'true', LOG_LEVEL: 'silent', PORT: '0' };
export const path = '/metrics/organization';
/** The credential of a scrape that names no other. */
export const mine = credentials.alpha.everything;

export const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });
/** A façade over the rig's upstream, and a scrape of it. */
export async function open(
  settings: Readonly<Record<string, string>> = {},
  options: UpstreamOptions = {},
) {
  const upstream = await openUpstream(options);
  const facade = openFacade({ partnerApiUrl: upstream.url, settings: { ...on, ...settings } });
  const get = (
    credential: string | null = mine,
    query = '',
    init: RequestInit = {},
  ): Promise<Response> =>
    facade.fetch(
      new Request(`http://facade.test${path}${query}`, {
        ...init,
        headers: init.headers ?? (credential === null ? {} : bearer(credential)),
      }),
    );
  const scrape = async (credential = mine, query = '') => {
    const response = await get(credential, query);
    expect(response.status).toBe(200);
    return readExposition(await response.text());
  };
  return { upstream, facade, get, scrape };
}

/** Whether each collector was read, by its name. */
export const successes = (series: readonly Series[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    series
      .filter(({ name }) => name === 'signage_collector_success')
      .map(({ labels, value }) => [labels['collector'] ?? '', value] as const),
  );
