import { type Agent, type IncomingMessage, request } from 'node:http';
import { faultsOfResponse as faultsOfFormat } from '../fuzz/response-format.js';
import { marker } from '../rig/credential.js';
import { stampOf } from '../rig/organization.js';
import { partsOf } from '../rig/part.js';
import type { SoakRequest } from './request.js';

/** Sends one request and judges its response: its `faults` are empty for a good one. */
export async function send(url: string, agent: Agent, sent: SoakRequest, deadlineMs: number) {
  const startedAt = performance.now();
  const { text, error, headers } = await exchange(url, agent, sent);
  const milliseconds = performance.now() - startedAt;
  if (sent.leaves) return { milliseconds, codes: new Array<string>(), faults: new Array<string>(), text: '' };
  const faults = error === undefined ? faultsOfResponse(sent, text, headers) : [`no response: ${error}`];
  if (milliseconds > deadlineMs) faults.push(`a response after ${Math.round(milliseconds)} ms`);
  const codes = [...text.matchAll(/"code":"([A-Z_]+)"/g)].map((match) => match[1] ?? '');
  return { milliseconds, codes, faults: faults.map((fault) => `${sent.kind}: ${fault}`), text };
}

export type Outcome = Awaited<ReturnType<typeof send>>;

function faultsOfResponse({ organization }: SoakRequest, text: string, headers: string): string[] {
  const faults = text.includes('\r\n---') ? faultsOfParts(text) : faultsOfFormat(text);
  if (`${text}${headers}`.includes(marker)) faults.push('a credential');
  for (const owner of ['alpha', 'beta'] as const)
    if (owner !== organization && text.includes(stampOf(owner))) faults.push(`data of ${owner}`);
  return faults;
}

/** What is wrong in a multipart response; throws where a part is cut. */
function faultsOfParts(text: string): string[] {
  // The shape of a part.
  const parts = partsOf(text) as { readonly hasNext?: boolean }[];
  const faults = parts.flatMap(({ hasNext = false }, index) =>
    hasNext === index < parts.length - 1 ? [] : [`hasNext is wrong in part ${index} of ${parts.length}`],
  );
  if (text.includes('INTERNAL_SERVER_ERROR')) faults.push('an internal error');
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
