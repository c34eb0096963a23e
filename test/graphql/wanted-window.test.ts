import { describe, expect, it } from 'vitest';
import {
  needsAllMatches,
  type WantedWindow,
  wantedWindow,
  type WindowArguments,
} from '../../src/graphql/wanted-window.js';

describe('what the arguments of a connection ask for', () => {
  it.each<[args: WindowArguments, shown: WantedWindow, exported: WantedWindow['size']]>([
    [{}, { size: 20, direction: 'forward', isNumbered: false }, 'all'],
    [
      { first: null, last: null, before: null, page: null },
      { size: 20, direction: 'forward', isNumbered: false },
      'all',
    ],
    [{ first: 0 }, { size: 0, direction: 'forward', isNumbered: false }, 0],
    [{ first: 7 }, { size: 7, direction: 'forward', isNumbered: false }, 7],
    [{ last: 7 }, { size: 7, direction: 'backward', isNumbered: false }, 7],
    [{ before: 'x' }, { size: 20, direction: 'backward', isNumbered: false }, 'all'],
    [{ last: 7, before: 'x' }, { size: 7, direction: 'backward', isNumbered: false }, 7],
    [{ page: 3 }, { size: 20, direction: 'forward', isNumbered: true }, 20],
    [{ page: 3, first: 7 }, { size: 7, direction: 'forward', isNumbered: true }, 7],
  ])('%j', (args, shown, exported) => {
    expect(wantedWindow(args, false)).toEqual(shown);
    expect(wantedWindow(args, true)).toEqual({ ...shown, size: exported });
  });
});

describe('a connection that filters or orders its list', () => {
  it.each<[args: WindowArguments, isExported: boolean, isOrdered: boolean, wantsTotal: boolean]>([
    [{ page: 1 }, false, false, false],
    [{ page: 1 }, true, false, false],
    [{}, true, false, false],
    [{}, false, true, false],
    [{}, false, false, true],
    [{ first: 7 }, true, true, true],
  ])('needs all matches: %j, %s, %s, %s', (args, isExported, isOrdered, wantsTotal) => {
    const wanted = wantedWindow(args, isExported);
    expect(needsAllMatches(wanted, { isOrdered, wantsTotal })).toBe(true);
  });

  it.each<[args: WindowArguments, isExported: boolean]>([
    [{}, false],
    [{ first: 7 }, true],
    [{ last: 7 }, false],
  ])('needs enough matches: %j, %s', (args, isExported) => {
    const wanted = wantedWindow(args, isExported);
    expect(needsAllMatches(wanted, { isOrdered: false, wantsTotal: false })).toBe(false);
  });
});
