import { describe, expect, it } from 'vitest';
import { transports } from '../system/http-client.js';
import { everything } from '../system/test-system.js';
import { codesOf } from '../system/send.js';
import { post } from './documents/request.js';

describe.each(transports)('X-Upstream-Explain, through %s', (_transport, open) => {
  const ask = (client: Awaited<ReturnType<typeof open>>, explain: string) =>
    post(client, { query: '{ organization { id } }' }, { headers: { 'x-upstream-explain': explain } });

  it.each(['plan', ' Plan ', 'trace'])('%j is accepted', async (explain) => {
    const { status, errors } = await ask(await open(), explain);
    expect([status, errors]).toEqual([200, []]);
  });

  it.each([
    ['another word', 'cost'],
    ['the credential', everything],
    ['the Authorization header', `Bearer ${everything}`],
  ])('G9: %s is BAD_USER_INPUT, is not repeated, and sends no REST request', async (_what, explain) => {
    const client = await open();
    const response = await ask(client, explain);
    expect(response.status).toBe(400);
    expect(codesOf(response)).toEqual([' BAD_USER_INPUT']);
    expect(response.errors[0]?.message).toContain('must be "plan" or "trace"');
    const all = response.text + [...response.headers].flat().join(' ');
    expect(all.toLowerCase()).not.toContain(explain.toLowerCase());
    expect(client.simulator.requests).toEqual([]);
  });
});
