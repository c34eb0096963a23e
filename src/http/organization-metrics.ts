import type { GraphQLError } from 'graphql';
import type { Caller } from '../operation/operation-request.js';
import { badRequest } from '../operation/parameters.js';
import { collectorNames, isCollector, runScrape } from '../operation/scrape.js';
import { quote } from '../partner/quote.js';
import { scrub } from '../partner/scrub.js';
import { type ExpositionType, organizationFamilies, printExposition } from './organization-family.js';
import { prefer } from './negotiation.js';
import { notAllowed } from './plain-response.js';
import { inSlices, streamSlices } from './print.js';
import { callerOf, type Handler, type HttpOptions } from './request-handler.js';
import { refusalResponse } from './response.js';

/** The organization of the credential as metrics, for Prometheus. */
export function createOrganizationMetrics({ runtime, settings }: HttpOptions): Handler {
  return async (request, context) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed('GET, HEAD');
    const caller = callerOf(request, context);
    const names = new Set(new URL(request.url).searchParams.getAll('collect[]'));
    const unknown = [...names].find((name) => !isCollector(name));
    if (unknown !== undefined) return refusalResponse({ errors: [unknownCollector(unknown, caller)] });
    // An operation hears of a client that leaves, but not of one that has left before.
    request.signal.throwIfAborted();
    const collectors = collectorNames.filter((name) => names.size === 0 || names.has(name));
    const result = await runScrape(runtime, { ...caller, collectors });
    if (result.data == null) return refusalResponse(result);
    const type = prefer(request.headers.get('accept'), types) ?? types[0];
    const requests = result.extensions?.upstream?.requests ?? 0;
    const maxScreens = settings.ORGANIZATION_METRICS_MAX_SCREENS;
    const lines = printExposition(organizationFamilies(result.data, requests, maxScreens), type);
    const headers = { 'Content-Type': contentTypes[type], Vary: 'Accept' };
    return new Response(request.method === 'HEAD' ? null : streamSlices(inSlices(lines)), { headers });
  };
}

const types = ['text/plain', 'application/openmetrics-text'] as const;

const contentTypes: Readonly<Record<ExpositionType, string>> = {
  'text/plain': 'text/plain; version=0.0.4; charset=utf-8',
  'application/openmetrics-text': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

function unknownCollector(name: string, { credential }: Caller): GraphQLError {
  const shown = credential.kind === 'usable' ? scrub(name, credential.credential) : name;
  return badRequest(`collect[] is ${quote(shown)}, and must be one of ${collectorNames.join(', ')}.`);
}
