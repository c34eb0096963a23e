import { type Agent, request } from 'undici';
import { faultsOfResponse as faultsOfFormat } from '../fuzz/response-format.js';
import { marker } from '../rig/credential.js';
import { stampOf } from '../rig/organization.js';
import { messagesOf } from '../fuzz/merge-parts.js';
import type { SoakRequest } from './request.js';

/** Sends one request and judges its response: its `faults` are empty for a good one. */
export async function send(url: string, agent: Agent, sent: SoakRequest, deadlineMs: number) {
  const startedAt = performance.now();
  const { text, error, headers } = await exchange(url, agent, sent);
  const milliseconds = performance.now() - startedAt;
  if (sent.leavesAfterMs !== undefined)
    return { codes: new Array<string>(), faults: new Array<string>(), text: '' };
  const faults =
    error === undefined ? faultsOfResponse(sent, text, headers) : [`no response: ${error}`];
  if (milliseconds > deadlineMs) faults.push(`a response after ${Math.round(milliseconds)} ms`);
  const codes = [...text.matchAll(/"code":"([A-Z_]+)"/g)].map((match) => match[1] ?? '');
  return { codes, faults: faults.map((fault) => `${sent.kind}: ${fault}`), text };
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
  const parts = messagesOf(text);
  const faults = parts.flatMap(({ hasNext = false }, index) =>
    hasNext === index < parts.length - 1
      ? []
      : [`hasNext is wrong in part ${index} of ${parts.length}`],
  );
  if (text.includes('INTERNAL_SERVER_ERROR')) faults.push('an internal error');
  return parts.length === 0 ? ['no parts'] : faults;
}

async function exchange(
  url: string,
  dispatcher: Agent,
  { body, accept, credential, cacheControl, leavesAfterMs }: SoakRequest,
) {
  const headers = {
    accept,
    'content-type': 'application/json',
    ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
    ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
  };
  const signal = leavesAfterMs === undefined ? null : AbortSignal.timeout(leavesAfterMs);
  try {
    const response = await request(`${url}/graphql`, {
      dispatcher,
      method: 'POST',
      headers,
      body,
      signal,
    });
    return { text: await response.body.text(), headers: JSON.stringify(response.headers) };
  } catch (error) {
    return { text: '', headers: '', error: String(error) };
  }
}
