import fc from 'fast-check';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { checkGroup } from '../../../src/command/check/check.js';
import type { ListSizes } from '../../../src/command/check/need.js';
import { readSettings } from '../../../src/config.js';
import { createFacade } from '../../../src/facade.js';
import { schema } from '../../../src/graphql/schema.js';
import { encodeCursor } from '../../../src/paging/cursor.js';
import { nodeIdOf } from '../../economy/ask.js';
import { bounded, choices, type Draw, drawFrom, seed } from '../../fuzz/draw.js';
import { hashOf, post } from '../../fuzz/world.js';
import { allGrants } from '../../rig/credential.js';
import { playbackItem } from '../../rig/configuration.js';
import type { JsonObject } from '../../rig/json.js';
import { createMemoryUpstream, responseWith } from '../../rig/memory-upstream.js';
import { createOrganization } from '../../rig/organization.js';
import { seenRequest } from '../../rig/seen.js';
import { truthOf } from '../../rig/truth.js';

/** No limit but the sizes counts. */
const settings = {
  MAX_UPSTREAM_REQUESTS: '100000',
  MAX_QUERY_ALIASES: '1000',
  LOG_LEVEL: 'silent',
};

interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** REST requests at most, by the check, with no variable known. */
function checked(query: string, sizes: ListSizes): number {
  const limits = readSettings(settings);
  const { operations } = checkGroup([parse(query)], {
    schema,
    limits,
    sizes,
    maxRequests: 100_000,
    variables: {},
  });
  expect(operations.flatMap(({ problems }) => problems)).toEqual([]);
  return operations[0]?.requests ?? 0;
}

/** REST requests that a façade sends that has read nothing before. */
async function sent({ query, variables }: Operation, sizes: ListSizes): Promise<number> {
  const alpha = createOrganization('alpha', sizes);
  const world = { grants: allGrants(), organizations: { alpha, beta: createOrganization('beta') } };
  const respond = (path: string, credential: string | undefined) => {
    const { status, body } = truthOf(
      { ...seenRequest(hashOf(path) % 1000, { target: path }), credential },
      world,
    );
    const whole = path.endsWith('/configuration')
      ? withUsualLengths(path, body as JsonObject, sizes)
      : body;
    return responseWith(JSON.stringify(whole), { status });
  };
  const upstream = createMemoryUpstream(respond, (path) => hashOf(path) % 4);
  const facade = createFacade({
    partnerApiUrl: 'http://partner.test',
    transport: upstream.transport,
    settings,
  });
  const { text } = await post(facade, { query, variables });
  await facade.close();
  expect(text).not.toContain('"errors"');
  return upstream.requests.length;
}

/**
 * A configuration as long as an estimate assumes: ten items and two overlays, of media that are
 * listed.
 */
function withUsualLengths(
  path: string,
  { data, ...rest }: JsonObject,
  { media }: ListSizes,
): JsonObject {
  if (data === undefined) return rest;
  const itemsOf = (count: number, from: string): JsonObject[] =>
    Array.from({ length: count }, (_, index) => ({
      ...playbackItem(`${from}${index}`, path),
      ...(media > 0 && { mediaId: `m${(hashOf(`${path} ${from} ${index}`) % media) + 1}` }),
    }));
  return {
    ...rest,
    data: { ...(data as JsonObject), items: itemsOf(10, 'i'), overlays: itemsOf(2, 'o') },
  };
}

/** Writes an operation, and the variables that it has. */
class Writer {
  readonly variables: Record<string, unknown> = {};
  private readonly declared: string[] = [];

  constructor(
    private readonly draw: Draw,
    private readonly sizes: ListSizes,
  ) {}

  operation(): Operation {
    const roots = Array.from(
      { length: 1 + this.draw.below(3) },
      (_, index) => `r${index}: ${this.root()}`,
    );
    const head = this.declared.length > 0 ? `query (${this.declared.join(', ')})` : 'query';
    return { query: `${head} { ${roots.join(' ')} }`, variables: this.variables };
  }

  private root(): string {
    const { screens, playlists, media } = this.sizes;
    return this.draw.from([
      () => 'organization { name }',
      () => `screens${this.window(screens, 's')} { ${this.parts(() => this.screen())} }`,
      () => `playlists${this.window(playlists, 'p')} { ${this.parts(() => this.playlist())} }`,
      () => `media${this.window(media, 'm')} { ${this.parts(() => this.media())} }`,
      () => `screen(id: ${this.id('s', screens)}) { ${this.screen()} }`,
      () => `playlist(id: ${this.id('p', playlists)}) { ${this.playlist()} }`,
      () => `mediaItem(id: ${this.id('m', media)}) { ${this.media()} }`,
      () =>
        `playbackConfigurations(screenIds: ${this.ids('s', screens)}) { ${this.configuration()} }`,
      () =>
        `nodes(nodeIds: ${this.nodeIds()}) { ... on Screen { ${this.screen()} } ... on Media { name } }`,
      () =>
        this.draw.from([
          'screenSummary { count }',
          'mediaSummary { count }',
          'playlistSummary { count }',
        ]),
    ])();
  }

  private parts(node: () => string): string {
    return this.draw.from([
      () => 'totalCount',
      () => `nodes { ${node()} }`,
      () => `totalCount nodes { ${node()} }`,
    ])();
  }

  private screen(): string {
    return this.draw.once(2) ? `id playbackConfiguration { ${this.configuration()} }` : 'id';
  }

  private configuration(): string {
    return this.draw.from([
      'revision',
      'items { media { name } }',
      'items { media { name } } overlays { media { url } }',
      'screen { screen { name } }',
      'screen { screen { name } } items { media { name } }',
    ]);
  }

  private playlist(): string {
    return this.draw.from([
      () => 'name',
      () =>
        `items${this.window(this.sizes.items)} { ${this.parts(() => this.draw.from(['slotId', 'media { name }']))} }`,
    ])();
  }

  private media(): string {
    return this.draw.from(['name', 'name', 'name', 'screens { name }', 'playlists { name }']);
  }

  /** @param kind what the ids of the list begin with; a list of items has no cursors here */
  private window(size: number, kind?: string): string {
    const argument = this.draw.from(['', 'first', 'first', 'last']);
    if (argument === '') return '';
    const count = 1 + this.draw.below(Math.min(300, size + 20));
    const sized = `${argument}: ${this.value('Int', count)}`;
    if (kind === undefined || !this.draw.once(3)) return `(${sized})`;
    const cursor = this.value('String', this.cursor(kind, size));
    return `(${sized}, ${argument === 'first' ? 'after' : 'before'}: ${cursor})`;
  }

  /** Of any item, read in pages of any limit. */
  private cursor(kind: string, total: number): string {
    const item = this.draw.below(total);
    const limit = 1 + this.draw.below(100);
    const page = Math.floor(item / limit) + 1;
    const count = Math.min(limit, total - (page - 1) * limit);
    const place = { limit, page, index: item % limit, count, total, id: `${kind}${item + 1}` };
    return encodeCursor({ s: 'screens', p: 'playlists', m: 'media' }[kind] ?? '', place);
  }

  private id(kind: string, size: number): string {
    return this.value('ID!', kind + String(1 + this.draw.below(Math.max(1, size))));
  }

  private ids(kind: string, size: number): string {
    const ids = Array.from(
      { length: 1 + this.draw.below(4) },
      () => kind + String(1 + this.draw.below(Math.max(1, size))),
    );
    return this.value('[ID!]!', ids);
  }

  private nodeIds(): string {
    const ids = Array.from({ length: 1 + this.draw.below(5) }, () =>
      this.draw.once(2)
        ? nodeIdOf('Screen', `s${1 + this.draw.below(this.sizes.screens)}`)
        : nodeIdOf('Media', `m${1 + this.draw.below(this.sizes.media)}`),
    );
    return this.value('[ID!]!', ids);
  }

  /** As a literal, or as a variable that the check does not know. */
  private value(type: string, value: unknown): string {
    if (!this.draw.once(3)) return JSON.stringify(value);
    const name = `v${this.declared.length}`;
    this.declared.push(`$${name}: ${type}`);
    this.variables[name] = value;
    return `$${name}`;
  }
}

describe('the number of REST requests that the check gives', () => {
  it('counts two ids of a list of unknown length, which are read one by one', async () => {
    const sizes = { screens: 4, playlists: 4, media: 8, items: 4 };
    const query =
      'query A { playbackConfigurations(screenIds: ["s1", "s3"]) { items { media { name } } } }';
    expect(checked(query, sizes)).toBe(4);
    expect(await sent({ query, variables: {} }, sizes)).toBeLessThanOrEqual(4);
  });

  it.each([
    [
      'the end of a list, in pages of another width',
      'query { media(last: 51) { nodes { id } } }',
      {},
    ],
    [
      'both ends of a list',
      'query { a: media(first: 5) { nodes { id } } b: media(last: 5) { nodes { id } } }',
      {},
    ],
    [
      'two windows that are wider than the list',
      'query { a: playlists(first: 5) { nodes { id } } b: playlists(first: 9) { nodes { id } } }',
      {},
    ],
    [
      'two windows whose sizes nobody knows',
      'query ($a: Int, $b: Int) { a: media(first: $a) { nodes { id } } b: media(first: $b) { nodes { id } } }',
      { a: 101, b: 75 },
    ],
    [
      'a search for what nobody knows',
      'query ($q: String) { media(first: 1, filter: { nameContains: $q }) { nodes { id } } }',
      { q: 'none' },
    ],
  ])('counts %s', async (_what, query, variables) => {
    const sizes = { screens: 1, playlists: 1, media: 101, items: 1 };
    expect(checked(query, sizes)).toBeGreaterThanOrEqual(await sent({ query, variables }, sizes));
  });

  it(`is never less than what is sent with a credential that has read nothing (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(choices(120), async (numbers) => {
        const draw = drawFrom(numbers);
        const size = (): number => draw.from([1, 3, 8, 40, 99, 101, 230]);
        const sizes = {
          screens: size(),
          playlists: draw.from([1, 3, 8]),
          media: size(),
          items: draw.from([1, 4, 120]),
        };
        const operation = new Writer(draw, sizes).operation();
        const most = checked(operation.query, sizes);
        const requests = await sent(operation, sizes);
        expect(most, JSON.stringify([operation, sizes])).toBeGreaterThanOrEqual(requests);
      }),
      bounded(500),
    );
  });
});
