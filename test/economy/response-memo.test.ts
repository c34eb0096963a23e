import { describe, expect, it } from 'vitest';
import { edited, status, text, truthful } from '../rig/response.js';
import { credentials } from '../rig/credential.js';
import { dataAt, errorsOf, type Rig, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';

const Screens = '{ screens(first: 3) { nodes { id name } } }';

/** The name of the second screen, or the code of what became of the list. */
async function told({ ask }: Rig<Upstream>, credential?: string): Promise<unknown> {
  const answer = await ask(Screens, {}, credential);
  return errorsOf(answer)[0]?.code ?? dataAt(answer, 'screens.nodes.1.name');
}

describe('what has come just so before is not read again, and yet', () => {
  it('each operation asks, and tells what was answered to it', async () => {
    const rig = await startRig();
    const usual = await told(rig);
    expect([await told(rig), await told(rig)]).toEqual([usual, usual]);
    for (const name of ['new', 'newer', 'newer', 'newest']) {
      rig.upstream.on({ operation: 'partnerV1_screens' }, edited('data.1.name', name));
      expect(await told(rig)).toBe(name);
    }
    expect(rig.upstream.count('partnerV1_screens')).toBe(7);
  });

  it.each([
    ['is refused', status(403), 'FORBIDDEN'],
    ['fails', status(500), 'UPSTREAM_UNAVAILABLE'],
    ['is broken', text('{"data":"none"}'), 'UPSTREAM_INVALID_RESPONSE'],
    ['has a broken item', edited('data.1.itemCount', 'many'), 'UPSTREAM_INVALID_RESPONSE'],
  ])('what then %s is no data, and is data again when it is mended', async (_what, outcome, code) => {
    const rig = await startRig();
    const usual = await told(rig);
    expect(await told(rig)).toBe(usual);
    rig.upstream.on({ operation: 'partnerV1_screens' }, outcome);
    expect([await told(rig), await told(rig)]).toEqual([code, code]);
    rig.upstream.on({ operation: 'partnerV1_screens' }, truthful);
    expect([await told(rig), await told(rig)]).toEqual([usual, usual]);
  });

  it('two credentials that are told the same have each their own', async () => {
    const rig = await startRig();
    const { alpha, beta } = credentials;
    for (let time = 0; time < 3; time += 1) {
      rig.upstream.on({ operation: 'partnerV1_screens' }, edited('data.1.name', `name ${time}`));
      expect(await told(rig, alpha.everything)).toBe(`name ${time}`);
      expect(await told(rig, beta.everything)).toBe(`name ${time}`);
    }
  });
});
