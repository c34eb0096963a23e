import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { checkGroup } from '../../../src/command/check/check.js';
import { readSettings } from '../../../src/config.js';
import { schema } from '../../../src/graphql/schema.js';

const limits = readSettings({
  PARTNER_API_URL: 'http://localhost',
  LIVE_REQUESTS_PER_MINUTE: '60',
});

function problemsOf(head: string, given: Readonly<Record<string, unknown>>, fields = '') {
  const document = parse(`subscription A${head} { screenSummary { count } ${fields} } }`);
  const { operations } = checkGroup([document], {
    schema,
    limits,
    sizes: { screens: 1500, playlists: 100, media: 100, items: 100 },
    maxRequests: 250,
    variables: { A: given },
  });
  return operations.flatMap(({ problems }) =>
    problems.map(({ kind, message }) => `${kind} ${message}`),
  );
}

const tooOften = (requests: number, seconds: number) =>
  `limit The subscription needs ${requests} REST requests every ${seconds} seconds; the credential has 60 of 60 a minute left (LIVE_REQUESTS_PER_MINUTE). Subscribe with everySeconds: ${requests} or more, or select less.`;

describe('a subscription that the server refuses by itself', () => {
  it('is a limit: an interval out of its range, or too many REST requests a minute', () => {
    expect(problemsOf(' { live(everySeconds: 15)', {})).toEqual([]);
    expect(problemsOf(' { live(everySeconds: 14)', {})).toEqual([tooOften(15, 14)]);
    expect(problemsOf(' { live(everySeconds: 4)', {})).toEqual([
      'limit everySeconds is 4, and must be 5 (LIVE_MIN_SECONDS) to 3600.',
    ]);
  });

  it('has the default interval where nobody knows it, whatever else is unknown', () => {
    const head = '($s: Int!, $id: ID!) { live(everySeconds: $s)';
    const fields = 'media { totalCount } mediaItem(id: $id) { id }';
    expect(problemsOf(head, { s: 17 }, fields)).toEqual([]);
    expect(problemsOf(head, { s: 16 }, fields)).toEqual([tooOften(17, 16)]);
    expect(problemsOf(head, {}, fields)).toEqual([tooOften(17, 15)]);
  });
});
