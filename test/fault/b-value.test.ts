import { describe, expect, it } from 'vitest';
import { edited, text } from '../rig/response.js';
import { zones } from '../rig/configuration.js';
import type { JsonObject } from '../rig/json.js';
import { dataAt, startRig } from '../rig/rig.js';
import { expectErrors, expectIntact, startFaulty } from './outcome.js';

describe('unusual JSON', () => {
  it('B9: of duplicate keys the last one counts', async () => {
    const times = '"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z"';
    const { ask } = await startFaulty(
      { operation: 'partnerV1_organization' },
      text(`{"data":null,"data":{"id":"a","name":5,"name":"first","name":"last",${times}}}`),
    );
    const answer = await ask('{ organization { id name } }');
    expect(answer.body).toMatchObject({ data: { organization: { id: 'a', name: 'last' } } });
  });

  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])(
    'B10: %s is an id and a value like any other',
    async (id) => {
      const { ask, upstream } = await startRig();
      upstream.organizations.alpha.media.push({
        ...upstream.organizations.alpha.media[0],
        id,
        name: id,
      });
      upstream.organizations.alpha.screens.push({
        ...upstream.organizations.alpha.screens[0],
        id,
        description: id,
      });
      upstream.on(
        { operation: 'partnerV1_screenConfiguration' },
        edited('data.items.0.mediaId', id),
      );
      const answer = await ask(
        `query ($id: ID!) { mediaItem(id: $id) { id name } screen(id: $id) { id description }
          playbackConfiguration(screenId: $id) { screen { id } items { mediaId media { id } } }
          nodes(nodeIds: ["${Buffer.from(`Media:${id}`).toString('base64url')}"]) { ... on Media { id } } }`,
        { id },
      );
      expectIntact(answer);
      expect(answer.body.data).toMatchObject({
        mediaItem: { id, name: id },
        screen: { id, description: id },
        playbackConfiguration: { screen: { id }, items: [{ mediaId: id, media: { id } }, {}] },
        nodes: [{ id }],
      });
    },
  );

  it('B10: details come without __proto__, and with their other members', async () => {
    const { ask, upstream } = await startRig();
    const details =
      '{"__proto__":{"polluted":true},"field":"name","inner":{"__proto__":{"polluted":true},"a":[1]},"constructor":{"prototype":{"polluted":true}}}';
    upstream.on({ operation: 'partnerV1_organization' }, (exchange) => {
      exchange.response.writeHead(400, { 'content-type': 'application/json' });
      exchange.response.end(
        `{"error":{"code":"c","message":"m","requestId":"r","details":${details}}}`,
      );
    });
    const answer = await ask('{ organization { name } }');
    const received = answer.body.errors?.[0]?.extensions['details'];
    expect(received).toMatchObject({ field: 'name', inner: { a: [1] } });
    expect(JSON.stringify(received)).not.toContain('__proto__');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('layouts inside layouts', () => {
  const nested = (depth: number): JsonObject => {
    const slot = { slotId: `depth ${depth}`, type: 'app', durationSeconds: 1 };
    return depth === 0
      ? slot
      : { ...slot, renderingMode: 'zones', layout: zones([nested(depth - 1)]) };
  };
  const select = (depth: number): string =>
    depth === 0 ? 'slotId' : `slotId layout { panels { items { ${select(depth - 1)} } } }`;
  const innermost = (depth: number): string =>
    `playbackConfiguration.items.0${'.layout.panels.0.items.0'.repeat(depth)}.slotId`;

  const deep = { settings: { MAX_QUERY_DEPTH: '60' } };

  it.each([
    ['2', 2, 2, deep],
    ['5', 5, 5, deep],
    ['10', 10, 10, deep],
    ['6, of which a query follows five by default,', 6, 5, {}],
    ['200, of which less is asked for,', 200, 5, {}],
  ])(
    'B12: %s deep are answered where the depth allows the query',
    async (_what, depth, asked, options) => {
      const { ask } = await startFaulty(
        { operation: 'partnerV1_screenConfiguration' },
        edited('data.items.0', nested(depth)),
        options,
      );
      const answer = await ask(
        `{ playbackConfiguration(screenId: "s1") { items { ${select(asked)} } } }`,
      );
      expectIntact(answer);
      expect(dataAt(answer, innermost(asked))).toBe(`depth ${depth - asked}`);
    },
  );

  it('B12: a query that follows more of them than five is refused by default', async () => {
    const { ask, upstream } = await startRig();
    const answer = await ask(
      `{ playbackConfiguration(screenId: "s1") { items { ${select(6)} } } }`,
    );
    expectErrors(answer, { code: 'OPERATION_LIMIT_EXCEEDED' });
    expect(upstream.count()).toBe(0);
  });

  it('B12: 50,000 levels of brackets are a broken record, not a crash', async () => {
    const deep = `${'{"layout":{"panels":[{"items":['.repeat(12_000)}1${']}]}}'.repeat(12_000)}`;
    const { ask } = await startFaulty(
      { operation: 'partnerV1_screenConfiguration' },
      text(`{"data":{"items":[${deep}],"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`),
    );
    const answer = await ask(
      '{ playbackConfiguration(screenId: "s1") { revision } intact: organization { name } }',
    );
    expectErrors(answer, { path: 'playbackConfiguration', code: 'UPSTREAM_INVALID_RESPONSE' });
    expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
  });
});
