import { type Agent, type IncomingMessage, request } from 'node:http';
import { faultsOfResponse as faultsOfFormat } from '../fuzz/response-format.js';
import { marker } from '../rig/credential.js';
import { stampOf } from '../rig/organization.js';
import type { SoakRequest } from './request.js';

/** The outcome of one request. */
export interface Outcome {
  readonly milliseconds: number;
  readonly codes: readonly string[];
  /** Violations; empty for a good response. */
  readonly faults: readonly string[];
  readonly text: string;
}

/** Sends one request and judges its response. */
export async function send(
  url: string,
  agent: Agent,
  sent: SoakRequest,
  deadlineMs: number,
): Promise<Outcome> {
  const startedAt = performance.now();
  const { text, error, headers } = await exchange(url, agent, sent);
  const milliseconds = performance.now() - startedAt;
  if (sent.leaves) return { milliseconds, codes: [], faults: [], text: '' };
  const faults = error === undefined ? faultsOfResponse(sent, text, headers) : [`no response: ${error}`];
  if (milliseconds > deadlineMs) faults.push(`a response after ${Math.round(milliseconds)} ms`);
  const codes = [...text.matchAll(/"code":"([A-Z_]+)"/g)].map((match) => match[1] ?? '');
  return { milliseconds, codes, faults: faults.map((fault) => `${sent.kind}: ${fault}`), text };
}

function faultsOfResponse({ organization }: SoakRequest, text: string, headers: string): string[] {
  const parts = partsOf(text);
  const faults = parts === undefined ? faultsOfFormat(text) : faultsOfParts(parts);
  if (`${text}${headers}`.includes(marker)) faults.push('a credential');
  for (const owner of ['alpha', 'beta'] as const)
    if (owner !== organization && text.includes(stampOf(owner))) faults.push(`data of ${owner}`);
  return faults;
}

/** The parts of a multipart response; undefined for any other. */
function partsOf(text: string): string[] | undefined {
  if (!text.includes('\r\n---')) return undefined;
  return text.split(/(?:^|\r\n)---(?:--)?(?:\r\n|$)/).flatMap((part) => {
    const body = part.slice(part.indexOf('\r\n\r\n') + 4).trim();
    return part.trim() === '' ? [] : [body];
  });
}

function faultsOfParts(parts: readonly string[]): string[] {
  const faults = parts.flatMap((part, index) => {
    try {
      const { hasNext } = JSON.parse(part) as { hasNext?: boolean };
      return (hasNext ?? false) === index < parts.length - 1
        ? []
        : [`hasNext is wrong in part ${index} of ${parts.length}`];
    } catch {
      return [`part ${index} is not JSON`];
    }
  });
  if (parts.some((part) => part.includes('INTERNAL_SERVER_ERROR'))) faults.push('an internal error');
  return parts.length === 0 ? ['no parts'] : faults;
}

interface Exchange {
  readonly text: string;
  readonly headers: string;
  readonly error?: string;
}

function exchange(
  url: string,
  agent: Agent,
  { body, accept, credential, cacheControl, leaves }: SoakRequest,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const headers = {
      accept,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
    };
    const sent = request(`${url}/graphql`, { agent, method: 'POST', headers }, (response) => {
      void readAll(response).then(resolve);
    });
    sent.once('error', (error) => resolve({ text: '', headers: '', error: error.message }));
    sent.end(body);
    if (leaves) setTimeout(() => sent.destroy(), 15);
  });
}

function readAll(response: IncomingMessage): Promise<Exchange> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const headers = JSON.stringify(response.headers);
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('end', () => resolve({ text: Buffer.concat(chunks).toString('utf8'), headers }));
    response.once('error', (error) => resolve({ text: '', headers, error: error.message }));
  });
}
