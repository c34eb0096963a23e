import { expect, it } from 'vitest';
import { exchangeDrawn, startKept } from '../../http/kept-connection.js';

it('20,000 mixed requests over kept connections get their responses, each of them and in order', async () => {
  expect(await exchangeDrawn(await startKept(), 20_000)).toEqual([]);
});
