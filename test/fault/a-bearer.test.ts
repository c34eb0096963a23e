import { describe, expect, it } from 'vitest';
import { credentials, marker } from '../rig/credential.js';
import { rawOperation, sendRaw, statusOf } from '../rig/raw-client.js';
import { startRig } from '../rig/rig.js';

const query = '{ organization { name } }';

const usable = credentials.alpha.everything;

describe('bearers that are no credential', () => {
  it.each([
    ['CR', `${usable}\rX-Evil: 1`],
    ['LF', `${usable}\nX-Evil`],
    ['NUL', `${usable}\u0000`],
    ['a control character', `${usable}\u0007`],
    ['Latin-1', `${usable}\u00e9`],
    ['UTF-8', `${usable}${Buffer.from('漢').toString('latin1')}`],
    ['DEL', `${usable}\u007f`],
  ])('A8: with %s inside, by a raw socket: 400 or 401 and no request', async (_what, bearer) => {
    const rig = await startRig();
    const answer = await sendRaw(
      await rig.listen(),
      rawOperation(query, [`Authorization: Bearer ${bearer}`]),
    );
    expect([400, 401]).toContain(statusOf(answer));
    if (statusOf(answer) === 401) expect(answer).toContain('UNAUTHENTICATED');
    expect(rig.upstream.count()).toBe(0);
  });

  it('A8: with DEL inside, which no client of HTTP sends, through the library: 401 and no request', async () => {
    const { ask, upstream } = await startRig();
    const answer = await ask(query, {}, `${usable}\u007f`);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(upstream.count()).toBe(0);
  });

  it.each<[string, readonly string[], readonly number[]]>([
    ['two different ones', [`Bearer ${usable}`, `Bearer ${credentials.beta.everything}`], [401]],
    ['the same one twice', [`Bearer ${usable}`, `Bearer ${usable}`], [401]],
    ['a good one and an empty one', [`Bearer ${usable}`, ''], [401]],
    ['64 KB', [`Bearer ${marker}${'x'.repeat(65_536)}`], [431, 0]],
  ])('A10: %s: refused, and no request', async (_what, values, statuses) => {
    const rig = await startRig();
    const answer = await sendRaw(
      await rig.listen(),
      rawOperation(
        query,
        values.map((value) => `Authorization: ${value}`),
      ),
    );
    expect(statuses).toContain(statusOf(answer));
    expect(rig.upstream.count()).toBe(0);
  });
});
