import { describe, expect, it } from 'vitest';
import { Memory } from '../../src/loaders/memory.js';
import { criteriaOf } from '../../src/graphql/read-connection.js';
import { screenFinder } from '../../src/find/screen.js';

const emptyContext = () => ({ partner: { memory: new Memory({ deduplicated: 0 }) } });

describe('the criteria of a filter', () => {
  it('are computed once for all fields with equal arguments', () => {
    const context = emptyContext();
    const sent = () => ({ filter: { nameContains: 'Gebäude', idIn: ['b', 'a'] } });
    const criteria = criteriaOf(context, screenFinder, sent());
    expect(criteria).toBeDefined();
    expect(criteriaOf(context, screenFinder, sent())).toBe(criteria);
    expect(criteriaOf(context, screenFinder, { filter: { nameContains: 'gebäude' } })).not.toBe(criteria);
    expect(criteriaOf(emptyContext(), screenFinder, sent())).not.toBe(criteria);
  });

  it('are refused once for all fields with equal arguments', () => {
    const context = emptyContext();
    const refusalOf = (): unknown => {
      try {
        return criteriaOf(context, screenFinder, { filter: { updatedSince: 'never' } });
      } catch (error) {
        return error;
      }
    };
    expect(refusalOf()).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(refusalOf()).toBe(refusalOf());
  });
});
