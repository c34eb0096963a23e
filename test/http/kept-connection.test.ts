import { describe, expect, it } from 'vitest';
import { exchangeBatches, exchangeDrawn, startKept } from './kept-connection.js';
import { type KeptRequest, keptRequests } from './kept-request.js';

const named = (name: string): KeptRequest => keptRequests[name] ?? { parts: [], status: undefined };

describe('a response that is sent before its request was read', () => {
  it.each(['tooLarge', 'tooLargeInChunks', 'tooLargeForAgents', 'closed', 'malformed', 'longHead'])(
    'arrives while the client still sends, and then the connection closes: %s',
    async (name) => {
      const port = await startKept();
      const request = { ...named(name), parts: [...named(name).parts, 'x'.repeat(4_000_000)] };
      expect(await exchangeBatches(port, [[request], [request], [request]])).toEqual([]);
    },
  );

  it.each(['signIn', 'notAcceptedLarge', 'nothingLarge', 'badHost', 'mediaType', 'otherPage'])(
    'leaves the connection to the next request: %s',
    async (name) => {
      const port = await startKept();
      const batches = Array.from({ length: 5 }, () => [named(name), named('ok')]);
      expect(await exchangeBatches(port, batches)).toEqual([]);
    },
  );
});

describe('what is no request', () => {
  it.each(['malformed', 'malformedChunk', 'longHead', 'connect'])(
    'is refused after the responses to the requests before it: %s',
    async (name) => {
      const port = await startKept();
      for (const before of ['ok', 'okByYoga', 'notAccepted', 'notJson', 'notJsonByYoga'])
        expect(await exchangeBatches(port, [[named(before), named('get'), named(name)]])).toEqual([]);
    },
  );
});

it('2,000 mixed requests over kept connections get their responses, each of them and in order', async () => {
  expect(await exchangeDrawn(await startKept(), 2000)).toEqual([]);
});
