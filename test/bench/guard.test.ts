import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RequestTrace } from '../../src/loaders/request-trace.js';
import { mediaSchema } from '../../src/partner/media.js';
import { organizationSchema } from '../../src/partner/organization.js';
import { playbackConfigurationSchema } from '../../src/partner/playback.js';
import { playlistItemSchema, playlistSchema } from '../../src/partner/playlist.js';
import { screenSchema } from '../../src/partner/screen.js';
import type { Facade } from '../../src/facade.js';
import { type Case, type CaseName, cases } from '../../bench/case.js';
import { createData } from '../../bench/data.js';
import { upstreamModes } from '../../bench/mode.js';
import { operationRequest } from '../rig/operation-request.js';
import { startBenched, data } from './benched.js';

interface Run {
  readonly errors: unknown;
  readonly trace: readonly RequestTrace[];
  /** REST requests that the façade says it has sent. */
  readonly requests: number;
}

const textOf = (name: CaseName): string =>
  readFileSync(new URL(`../../bench/queries/facade/${name}.graphql`, import.meta.url), 'utf8');

async function run(facade: Facade, { name, variables }: Case, turn: number): Promise<Run> {
  const request = operationRequest(textOf(name), {
    credential: 'bench',
    headers: { 'x-upstream-explain': 'trace' },
    variables: variables(data)[turn],
  });
  const response = await facade.fetch(request);
  // An answer of the façade's, asked with `trace`.
  const body = (await response.json()) as {
    errors?: unknown;
    extensions: { upstream: { requests: number; trace: RequestTrace[] } };
  };
  return { errors: body.errors, ...body.extensions.upstream };
}

const wavesOf = ({ trace }: Run): number => Math.max(...trace.map(({ wave }) => wave));

describe('the work that a lone query costs, over 400 screens, 60 playlists and 1,000 media', () => {
  it.each(cases)('$name ($title): exactly $requests REST requests, first and later', async (each) => {
    const { facade, upstream } = await startBenched();
    for (const turn of [0, 1, 2, 0]) {
      const before = upstream.requests();
      const { errors, requests } = await run(facade, each, turn);
      expect(errors).toBeUndefined();
      expect(upstream.requests() - before).toBe(each.requests);
      expect(requests).toBe(each.requests);
    }
  });

  it.each(upstreamModes)('is the same where the upstream answers %s', async (mode) => {
    const { facade, upstream } = await startBenched({}, { mode });
    for (const each of cases) {
      const before = upstream.requests();
      const { errors } = await run(facade, each, 0);
      expect(errors).toBeUndefined();
      expect(upstream.requests() - before).toBe(each.requests);
    }
  });

  /** Waves of the first run, and of later ones with the same variables, which know what it has read. */
  const waves = [
    { name: 'Q1', cold: 1, warm: 1 },
    { name: 'Q2', cold: 1, warm: 1 },
    { name: 'Q3', cold: 4, warm: 2 },
    { name: 'Q4', cold: 3, warm: 2 },
    { name: 'Q5', cold: 4, warm: 3 },
  ] as const;

  it.each(waves)(
    '$name: at most $cold rounds of requests at first, $warm later',
    async ({ name, cold, warm }) => {
      // Q5 has 70 reads that need not wait for each other: with fewer places they would queue, round after round.
      const { facade } = await startBenched({ UPSTREAM_MAX_CONCURRENCY: '128' });
      const each = cases.find((candidate) => candidate.name === name);
      if (each === undefined) throw new Error(`No case ${name}.`);
      expect(wavesOf(await run(facade, each, 0))).toBeLessThanOrEqual(cold);
      for (let again = 0; again < 4; again += 1)
        expect(wavesOf(await run(facade, each, 0))).toBeLessThanOrEqual(warm);
    },
  );
});

describe('the data', () => {
  it('fits the contract, record by record', () => {
    organizationSchema.parse(data.organization);
    for (const record of data.screens) screenSchema.parse(record);
    for (const record of data.configurations.values()) playbackConfigurationSchema.parse(record);
    for (const record of data.playlists) playlistSchema.parse(record);
    for (const record of [...data.playlistItems.values()].flat()) playlistItemSchema.parse(record);
    for (const record of data.media) mediaSchema.parse(record);
  });

  it('is the same at every start', () => {
    expect(createData()).toEqual(data);
  });

  it('links every slot to a file that exists, and no file twice in a playlist', () => {
    const ids = new Set(data.media.map(({ id }) => id));
    expect(ids.size).toBe(1000);
    for (const { items } of data.configurations.values())
      for (const { mediaId } of items) expect(ids).toContain(mediaId);
    for (const items of data.playlistItems.values())
      expect(new Set(items.map(({ mediaId }) => mediaId)).size).toBe(120);
  });
});
