import { describe, expect, it } from 'vitest';
import { transports } from '../system/http-client.js';
import { everything } from '../system/test-system.js';
import { codesOf } from '../system/send.js';

describe.each(transports)('X-Upstream-Explain, through %s', (_door, open) => {
  const query = '{ organization { id } }';
  const ask = (door: Awaited<ReturnType<typeof open>>, explain: string) =>
    door.send('/graphql', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${everything}`,
        'content-type': 'application/json',
        'x-upstream-explain': explain,
      },
      body: JSON.stringify({ query }),
    });

  it.each(['plan', ' Plan ', 'trace'])('%j is understood', async (explain) => {
    const answer = await ask(await open(), explain);
    expect([answer.status, answer.errors]).toEqual([200, []]);
  });

  it.each([
    ['another word', 'cost'],
    ['the credential', everything],
    ['the credential as it is sent', `Bearer ${everything}`],
  ])('G9: %s is BAD_USER_INPUT, is not repeated, and sends no REST request', async (_what, explain) => {
    const door = await open();
    const answer = await ask(door, explain);
    expect(answer.status).toBe(400);
    expect(codesOf(answer)).toEqual([' BAD_USER_INPUT']);
    expect(answer.errors[0]?.message).toContain('must be "plan" or "trace"');
    const told = answer.text + [...answer.headers].flat().join(' ');
    expect(told.toLowerCase()).not.toContain(explain.toLowerCase());
    expect(door.simulator.requests).toEqual([]);
  });
});
