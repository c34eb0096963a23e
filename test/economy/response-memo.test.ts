import { describe, expect, it } from 'vitest';
import { edited, status, text, truthful } from '../rig/response.js';
import { credentials } from '../rig/credential.js';
import { dataAt, errorsOf, type Rig, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';

const Screens = '{ screens(first: 3) { nodes { id name } } }';

/** The name of the second screen, or the code of the list's error. */
async function readName({ ask }: Rig<Upstream>, credential?: string): Promise<unknown> {
  const result = await ask(Screens, {}, credential);
  return errorsOf(result)[0]?.code ?? dataAt(result, 'screens.nodes.1.name');
}

describe('the response memo', () => {
  it('gives each operation its own response', async () => {
    const rig = await startRig();
    const original = await readName(rig);
    expect([await readName(rig), await readName(rig)]).toEqual([original, original]);
    for (const name of ['new', 'newer', 'newer', 'newest']) {
      rig.upstream.on({ operation: 'partnerV1_screens' }, edited('data.1.name', name));
      expect(await readName(rig)).toBe(name);
    }
    expect(rig.upstream.count('partnerV1_screens')).toBe(7);
  });

  it.each([
    ['is refused', status(403), 'FORBIDDEN'],
    ['fails', status(500), 'UPSTREAM_UNAVAILABLE'],
    ['is broken', text('{"data":"none"}'), 'UPSTREAM_INVALID_RESPONSE'],
    ['has a broken item', edited('data.1.itemCount', 'many'), 'UPSTREAM_INVALID_RESPONSE'],
  ])('gives no data when the list %s, and data again afterwards', async (_what, outcome, code) => {
    const rig = await startRig();
    const original = await readName(rig);
    expect(await readName(rig)).toBe(original);
    rig.upstream.on({ operation: 'partnerV1_screens' }, outcome);
    expect([await readName(rig), await readName(rig)]).toEqual([code, code]);
    rig.upstream.on({ operation: 'partnerV1_screens' }, truthful);
    expect([await readName(rig), await readName(rig)]).toEqual([original, original]);
  });

  it('gives two credentials with equal responses their own records', async () => {
    const rig = await startRig();
    const { alpha, beta } = credentials;
    for (let time = 0; time < 3; time += 1) {
      rig.upstream.on({ operation: 'partnerV1_screens' }, edited('data.1.name', `name ${time}`));
      expect(await readName(rig, alpha.everything)).toBe(`name ${time}`);
      expect(await readName(rig, beta.everything)).toBe(`name ${time}`);
    }
  });
});
