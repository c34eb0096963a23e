import { describe, expect, it } from 'vitest';
import { edited, editedBy } from '../rig/response.js';
import { isList } from '../rig/json.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import { fieldRows, unplaced, wrongValueOf } from './contract.js';
import { askedOf, nineOperations } from './operations.js';
import { expectFailure, expectIntact, messageOf } from './outcome.js';

const rows = fieldRows.map((row) => ({ ...row, place: row.isInList ? `1.${row.path}` : row.path }));

describe('the records of the rig', () => {
  it('have every field of the contract', () => {
    expect(unplaced, 'add to test/rig/organization.ts or test/rig/configuration.ts').toEqual([]);
  });
});

describe('required fields', () => {
  it.each(rows.filter(({ isOptional }) => !isOptional))(
    'B17: $operation, $place missing, null or of the wrong type costs that record alone',
    async ({ operation, place, path, isInList, ...field }) => {
      const asked = askedOf(operation);
      const { ask, upstream, log } = await startRig();
      for (const value of [undefined, null, wrongValueOf(field)]) {
        // A list without its member or item is as good as one of the wrong length.
        upstream.on({ operation }, edited(`data.${place}`, value));
        const before = upstream.count(operation);
        const answer = await ask(asked.query);
        const error = { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 };
        if (isInList) {
          expect(errorsOf(answer)).toMatchObject([{ path: `${asked.path}.nodes.1`, operation, ...error }]);
          const nodes = dataAt(answer, `${asked.path}.nodes`);
          expect(isList(nodes) && nodes.map((node) => node === null).slice(0, 3)).toEqual([
            false,
            true,
            false,
          ]);
          expect(isList(nodes) && nodes.filter((node) => node === null)).toHaveLength(1);
        } else expectFailure(answer, asked, error);
        expect(messageOf(answer)).toContain(path);
        expect(upstream.count(operation) - before).toBe(1);
      }
      expect(log.filter((line) => line.includes(path) && line.includes(operation)).join('')).not.toBe('');
      expect(log.join('')).not.toMatch(/wr0ng|987654321/);
    },
  );

  it.each([undefined, null, 5, 'x', [], {}, true])('B17: a body of data %j is invalid', async (data) => {
    for (const asked of nineOperations) {
      const isEmptyList = asked.isList && isList(data);
      const { ask, upstream } = await startRig();
      upstream.on({ operation: asked.operation }, edited('data', data));
      const answer = await ask(asked.query);
      if (isEmptyList) expectIntact(answer);
      else expectFailure(answer, asked, { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 });
      expect(upstream.count()).toBe(asked.requests);
    }
  });

  it('B17: a page whose every item is broken is still a page', async () => {
    const { ask, upstream } = await startRig();
    upstream.on(
      { operation: 'partnerV1_screens' },
      editedBy((body) => ({ ...(body as object), data: [null, 1, 'x', [], {}] })),
    );
    const answer = await ask(
      '{ screens(first: 5) { totalCount nodes { name } edges { cursor node { name } } } }',
    );
    expect(dataAt(answer, 'screens.totalCount')).toBe(5);
    expect(dataAt(answer, 'screens.nodes')).toEqual([null, null, null, null, null]);
    expect(errorsOf(answer)).toHaveLength(10);
    for (const { code } of errorsOf(answer)) expect(code).toBe('UPSTREAM_INVALID_RESPONSE');
  });
});

describe('optional fields', () => {
  it.each(rows.filter(({ isOptional }) => isOptional))(
    'B21: $operation, $place null or absent is null, and no error',
    async ({ operation, place }) => {
      const asked = askedOf(operation);
      const { ask, upstream } = await startRig();
      const path = asked.isList ? `${asked.path}.nodes.${place}` : `${asked.path}.${place}`;
      expect(dataAt(await ask(asked.query), path)).not.toBeNull();
      for (const value of [null, undefined]) {
        upstream.on({ operation }, edited(`data.${place}`, value));
        const answer = await ask(asked.query);
        expectIntact(answer);
        expect(dataAt(answer, path)).toBeNull();
      }
    },
  );
});
