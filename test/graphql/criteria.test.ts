import { describe, expect, it } from 'vitest';
import { criteriaOf } from '../../src/graphql/find/criteria.js';
import { screenFinder } from '../../src/find/screen.js';

describe('the criteria of a filter', () => {
  it('are computed once for all fields with equal arguments', () => {
    const context = { once: new Map() };
    const sent = () => ({ filter: { nameContains: 'Gebäude', idIn: ['b', 'a'] } });
    const criteria = criteriaOf(context, screenFinder, sent());
    expect(criteria).toBeDefined();
    expect(criteriaOf(context, screenFinder, sent())).toBe(criteria);
    expect(criteriaOf(context, screenFinder, { filter: { nameContains: 'gebäude' } })).not.toBe(criteria);
    expect(criteriaOf({ once: new Map() }, screenFinder, sent())).not.toBe(criteria);
  });

  it('are refused once for all fields with equal arguments', () => {
    const context = { once: new Map() };
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
