import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { operationRequest, ownPage, readSession, signInRequest } from '../dashboard/visitor.js';
import { type EventStream, subscribe } from '../rig/event-stream.js';
import { until } from '../rig/wait.js';
import { everything } from './fleet.js';
import { codesOf, metric, post, type Proof, proofIsImpossible, startProof } from './proof.js';
import { startRedis } from './redis.js';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const query = '{ organization { name } }';
const live = `subscription { live(everySeconds: 1) ${query} }`;

const polls = (proof: Proof): Promise<number[]> =>
  Promise.all(proof.replicas.map(({ url }) => metric(url, 'partner_graphql_live_polls_total')));

describe.skipIf(proofIsImpossible)(
  `what three replicas behind nginx share${proofIsImpossible ? `: ${proofIsImpossible}` : ''}`,
  () => {
    it('a text that is registered at one is known to all', async () => {
      const { url } = await startProof({ redis: await startRedis() });
      const sha256Hash = createHash('sha256').update(query).digest('hex');
      const extensions = { persistedQuery: { version: 1, sha256Hash } };
      expect(codesOf(await post(url, { query, extensions }))).toEqual([]);
      await until('the text is known to three replicas in turn', async () => {
        const results = await Promise.all(times(6, () => post(url, { extensions })));
        return results.every((result) => codesOf(result).length === 0);
      });
    });

    it('one replica polls, all deliver, and another one polls when it is killed', async () => {
      const proof = await startProof({ redis: await startRedis() });
      const { simulator, replicas } = proof;
      const streams: EventStream[] = [];
      for (const { url } of replicas) streams.push(await subscribe(url, live, { credential: everything }));
      for (const stream of streams) expect((await stream.next())?.errors).toBeUndefined();
      // Each polls once to begin with; then one goes on for all.
      const start = await polls(proof);
      let owner = -1;
      await until('one of them has polled twice more', async () => {
        const now = await polls(proof);
        owner = now.findIndex((count, index) => count - (start[index] ?? 0) >= 2);
        return owner >= 0;
      });
      const growth = (await polls(proof)).map((count, index) => count - (start[index] ?? 0));
      expect(growth.filter((count, index) => index !== owner && count >= 2)).toEqual([]);
      replicas[owner]?.process.kill('SIGKILL');
      const sent = simulator.requests.length;
      await until('another one polls', () => simulator.requests.length > sent);
      simulator.setFaults([{ status: 503 }]);
      const survivors = streams.filter((_stream, index) => index !== owner);
      for (const stream of survivors) expect((await stream.next())?.errors).toHaveLength(1);
      for (const stream of survivors) stream.leave();
    });

    it('a sign-in is one at every replica', async () => {
      const { url } = await startProof({ redis: await startRedis(), settings: { DASHBOARD: 'true' } });
      const headers = { ...ownPage, Origin: url };
      const response = await fetch(signInRequest({ credential: everything }, headers, url));
      const cookie = /session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
      const token = (await readSession(response)).session?.token ?? '';
      expect(token).not.toBe('');
      for (let round = 0; round < 6; round += 1) {
        const asPage = operationRequest(
          { cookie, token },
          { query },
          { Accept: 'application/json', Origin: url },
        );
        const request = new Request(asPage.url.replace(/^http:\/\/[^/]+/, url), asPage);
        expect((await fetch(request)).status).toBe(200);
      }
    });
  },
);
