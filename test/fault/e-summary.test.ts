import { describe, expect, it } from 'vitest';
import { type Responder, status, truthful } from '../rig/response.js';
import { dataAt, errorsOf, type Rig, type RigOptions, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';
import { expectErrors } from './outcome.js';

const figures = 'count precision totalDurationSeconds';

/** 230 screens, of which those at some places have no name. */
async function startWith(
  broken: readonly number[],
  options: RigOptions = {},
): Promise<Rig<Upstream>> {
  const rig = await startRig({ sizes: { screens: 230 }, ...options });
  const { screens } = rig.upstream.organizations.alpha;
  for (const index of broken) screens.splice(index, 1, { ...screens[index], name: null });
  return rig;
}

/** Some pages of the screens fail. */
const onPages = ({ upstream }: Rig<Upstream>, faults: Readonly<Record<number, Responder>>): void =>
  upstream.on({ operation: 'partnerV1_screens' }, (exchange) => {
    const page = Number(new URLSearchParams(exchange.request.routed?.query).get('page'));
    return (faults[page] ?? truthful)(exchange);
  });

const places = (count: number): number[] => Array.from({ length: count }, (_, index) => index * 17);

describe('a summary of records of which some break the contract', () => {
  it('counts the others, at least, with an error for each', async () => {
    const { ask } = await startWith([3, 150]);
    const answer = await ask(
      `{ screenSummary { ${figures} byStatus { status count } } intact: organization { name } }`,
    );
    expect(dataAt(answer, 'screenSummary')).toEqual({
      count: 228,
      precision: 'AT_LEAST',
      totalDurationSeconds: 228 * 90.25,
      byStatus: [{ status: 'ONLINE', count: 228 }],
    });
    expect(errorsOf(answer)).toMatchObject(
      [3, 150].map(() => ({
        path: 'screenSummary',
        code: 'UPSTREAM_INVALID_RESPONSE',
        operation: 'partnerV1_screens',
      })),
    );
    expect(answer.body.errors?.map(({ message }) => message)).toEqual([
      expect.stringContaining('name'),
      expect.stringContaining('name'),
    ]);
    expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
  });

  it('is not null where every record is broken', async () => {
    const { ask } = await startWith([0, 1, 2], { sizes: { screens: 3 } });
    const answer = await ask(
      '{ screenSummary { count precision byTimezone { count } lastUpdatedAt } }',
    );
    expect(dataAt(answer, 'screenSummary')).toEqual({
      count: 0,
      precision: 'AT_LEAST',
      byTimezone: [],
      lastUpdatedAt: null,
    });
    expect(errorsOf(answer)).toHaveLength(3);
  });
});

describe('a summary of a list of which a page cannot be read', () => {
  it('keeps what was read, with the first failure; a list of the matches is null', async () => {
    const rig = await startWith([]);
    onPages(rig, { 2: status(500), 3: status(502) });
    const answer = await rig.ask(
      `{ screenSummary { ${figures} } screens(first: 5, orderBy: { field: NAME }) { nodes { id } } }`,
    );
    expect(answer.body.data).toEqual({
      screenSummary: { count: 100, precision: 'AT_LEAST', totalDurationSeconds: 9025 },
      screens: null,
    });
    const error = { code: 'UPSTREAM_UNAVAILABLE', status: 500, operation: 'partnerV1_screens' };
    expectErrors(answer, { path: 'screens', ...error }, { path: 'screenSummary', ...error });
  });

  it('keeps later pages too, and counts the failure among the ten errors', async () => {
    const rig = await startWith(places(13));
    onPages(rig, { 2: status(500) });
    const answer = await rig.ask('{ screenSummary { count precision } }');
    // Pages 1 and 3 hold 130 places, and page 1 six broken records, page 3 one.
    expect(dataAt(answer, 'screenSummary')).toEqual({ count: 123, precision: 'AT_LEAST' });
    const codes = answer.body.errors?.map(({ extensions }) => extensions['code']);
    expect(codes).toEqual([
      'UPSTREAM_UNAVAILABLE',
      ...places(7).map(() => 'UPSTREAM_INVALID_RESPONSE'),
    ]);
    const more = await startWith(Array.from({ length: 60 }, (_, index) => index));
    onPages(more, { 2: status(500) });
    const full = await more.ask('{ screenSummary { count } }');
    expect(full.body.errors).toHaveLength(10);
    expect(full.body.errors?.[0]?.extensions['code']).toBe('UPSTREAM_UNAVAILABLE');
    expect(dataAt(full, 'screenSummary.count')).toBe(70);
  });

  it('keeps the other pages where the first one fails and the length is known', async () => {
    const rig = await startWith([]);
    await rig.ask('{ screens { totalCount } }');
    onPages(rig, { 1: status(500) });
    const answer = await rig.ask('{ screenSummary { count precision } }');
    expect(dataAt(answer, 'screenSummary')).toEqual({ count: 130, precision: 'AT_LEAST' });
    expectErrors(answer, { path: 'screenSummary', code: 'UPSTREAM_UNAVAILABLE' });
  });

  it.each([
    ['UPSTREAM_UNAVAILABLE', status(500)],
    ['RATE_LIMITED', status(429)],
    ['UPSTREAM_INVALID_RESPONSE', status(200, { json: { data: 'none' } })],
  ])('is null where nothing was read: %s', async (code, fault) => {
    const rig = await startWith([]);
    rig.upstream.on({ operation: 'partnerV1_screens' }, fault);
    const answer = await rig.ask('{ screenSummary { count } intact: organization { name } }');
    expect(dataAt(answer, 'screenSummary')).toBeNull();
    expectErrors(answer, { path: 'screenSummary', code });
    expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
  });
});
