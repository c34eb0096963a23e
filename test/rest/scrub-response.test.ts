import { describe, expect, it } from 'vitest';
import { scrubResponse } from '../../src/rest/scrub-response.js';
import { responseOf } from './wire.js';

const credential = 'my-credential';
const inBytes = (body: string) => responseOf(200, { body, bytes: Buffer.from(body) });

describe('a response without the credential', () => {
  it('is the response itself, if it does not hold it', () => {
    for (const body of ['{"data":"é"}', String.raw`{"data":"\n"}`])
      for (const response of [responseOf(200, { body }), inBytes(body)])
        expect(scrubResponse(response, credential)).toBe(response);
  });

  it('has neither its bytes nor its text, if it holds it', () => {
    for (const written of [credential, String.raw`my\u002dcredential`]) {
      const scrubbed = scrubResponse(inBytes(`{"data":"é ${written}"}`), credential);
      expect(scrubbed.body).toBe('{"data":"é [credential]"}');
      expect(scrubbed.bytes).toBeUndefined();
      expect(scrubbed).toMatchObject({ status: 200, contentType: 'application/json' });
    }
  });
});
