import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Backlog, type BacklogEntry, type BacklogOwner } from '../../src/operation/backlog.js';
import { bounded, seed } from '../fuzz/draw.js';

const owners: readonly (BacklogOwner | undefined)[] = [
  undefined,
  { tenantKey: 'stranger', isAccepted: false },
  { tenantKey: 'berlin', isAccepted: true },
  { tenantKey: 'paris', isAccepted: true },
];
const [, stranger, berlin, paris] = owners;

/** A backlog, and the names of the results that it has cut, in their order. */
function openBacklog(maxBytes: number) {
  let time = 0;
  const cuts: string[] = [];
  const backlog = new Backlog(maxBytes, () => time);
  const hold = (name: string, owner: BacklogOwner | undefined, bytes: number): BacklogEntry => {
    const entry = backlog.open(owner, () => cuts.push(name));
    entry.hold(bytes);
    return entry;
  };
  const tick = (): void => {
    time += 1;
  };
  return { hold, cuts, tick };
}

describe('beyond the bound', () => {
  it('the credential that holds most loses what has waited longest, and the others nothing', () => {
    const { hold, cuts, tick } = openBacklog(100);
    hold('paris', paris, 30).waits();
    const [one, other] = [hold('one', berlin, 30), hold('other', berlin, 30)];
    other.waits();
    tick();
    one.waits();
    hold('new', paris, 20);
    expect(cuts).toEqual(['other']);
  });

  it('a reader that has just taken something waits from then on', () => {
    const { hold, cuts, tick } = openBacklog(100);
    const [steady, stalled] = [hold('steady', berlin, 40), hold('stalled', berlin, 40)];
    steady.waits();
    tick();
    stalled.waits();
    tick();
    steady.moves();
    steady.waits();
    hold('new', paris, 30);
    expect(cuts).toEqual(['stalled']);
  });

  it('of results that are being built, the newest ends', () => {
    const { hold, cuts } = openBacklog(100);
    const oldest = hold('oldest', berlin, 40);
    hold('newest', berlin, 40);
    oldest.hold(70);
    expect(cuts).toEqual(['newest']);
  });

  it('the only result stays, however large it is', () => {
    const { hold, cuts } = openBacklog(100);
    hold('alone', undefined, 1000).waits();
    expect(cuts).toEqual([]);
  });
});

it('what is not accepted shares a quarter, whoever sends it', () => {
  const { hold, cuts } = openBacklog(100);
  hold('none', undefined, 20).waits();
  hold('berlin', berlin, 50).waits();
  hold('stranger', stranger, 20).waits();
  expect(cuts).toEqual(['none']);
});

it('what is closed or cut holds nothing, and is cut once', () => {
  const { hold, cuts } = openBacklog(100);
  const sent = hold('sent', berlin, 90);
  sent.close();
  sent.hold(90);
  const cut = hold('cut', berlin, 60);
  cut.waits();
  hold('next', berlin, 60);
  cut.close();
  cut.hold(90);
  hold('last', paris, 40);
  expect(cuts).toEqual(['cut']);
});

it(`never holds more than the bound, but for a single result (seed ${seed})`, () => {
  const action = fc.record({
    kind: fc.constantFrom('open', 'grow', 'wait', 'move', 'close'),
    owner: fc.constantFrom(...owners),
    bytes: fc.nat(60),
    index: fc.nat(30),
  });
  const property = fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
    const backlog = new Backlog(100);
    const held = new Map<BacklogEntry, BacklogOwner | undefined>();
    for (const { kind, owner, bytes, index } of actions) {
      const known = [...held.keys()][index % Math.max(1, held.size)];
      if (kind === 'open') {
        const entry: BacklogEntry = backlog.open(owner, () => held.delete(entry));
        held.set(entry, owner);
        entry.hold(bytes);
      } else if (kind === 'grow') known?.hold(known.bytes + bytes);
      else if (kind === 'wait') known?.waits();
      else if (kind === 'move') known?.moves();
      else if (known !== undefined) {
        known.close();
        held.delete(known);
      }
      const sum = (entries: readonly BacklogEntry[]): number =>
        entries.reduce((all, { bytes: each }) => all + each, 0);
      const all = [...held.keys()];
      const strangers = all.filter((entry) => held.get(entry)?.isAccepted !== true);
      expect(all.length === 1 || sum(all) <= 100).toBe(true);
      expect(strangers.length === 1 || sum(strangers) <= 25).toBe(true);
    }
  });
  fc.assert(property, bounded(300));
});
