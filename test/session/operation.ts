import { expect } from 'vitest';
import { Lifetime } from '../../src/base/lifetime.js';
import { Reader, type ReaderOptions } from '../../src/session/reader.js';
import type { RecordEndpoint } from '../../src/partner/endpoint.js';
import { PartnerError } from '../../src/partner/error.js';
import { getScreen } from '../../src/partner/screen.js';
import type { Client, ClientRequest, Sender } from '../../src/rest/client.js';
import type { BytesRead } from '../../src/rest/transport/transport.js';
import { Alone } from '../../src/shared/alone.js';
import { Limiter } from '../../src/tenant/limiter.js';
import type { ResponseStore } from '../../src/tenant/response-store.js';
import type { Tenant } from '../../src/tenant/tenant.js';
import { createTenants } from '../../src/tenant/tenants.js';

export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A request that the client got. The test settles it. */
export interface SentRequest {
  readonly path: string;
  readonly sender: Sender;
  readonly respond: (value: string) => void;
  readonly fail: (error: Error) => void;
  /** Bytes of its body arrive. */
  readonly bytesRead: BytesRead;
  aborted: Error | undefined;
  isSettled: boolean;
}

/** A client that sends nothing: each request waits in `sent`. */
export function createManualClient() {
  const sent: SentRequest[] = [];
  const client: Client = {
    read({ path }: ClientRequest, sender: Sender, bytesRead?: BytesRead) {
      let settlement:
        | { readonly resolve: (value: string) => void; readonly reject: (error: Error) => void }
        | undefined;
      const result = new Promise<string>((resolve, reject) => (settlement = { resolve, reject }));
      const request: SentRequest = {
        path,
        sender,
        aborted: undefined,
        isSettled: false,
        bytesRead: (count) => bytesRead?.(count),
        respond(value) {
          request.isSettled = true;
          settlement?.resolve(value);
        },
        fail(error) {
          request.isSettled = true;
          settlement?.reject(error);
        },
      };
      sent.push(request);
      const abort = (reason: Error): void => {
        if (request.isSettled) return;
        request.aborted = reason;
        request.fail(reason);
      };
      return { result, abort };
    },
    close: () => Promise.resolve(),
  };
  return { client, sent };
}

interface Setup {
  readonly client: Client;
  readonly tenant: Tenant;
  readonly credential?: string;
  readonly limit?: number;
  readonly maxBytes?: number;
  readonly concurrency?: number;
  readonly maxAgeSeconds?: number;
}

/** Who asks, in these tests. */
export const someone = { credential: 'credential', requestId: 'id', isTraced: false };

export const settingsOf = (
  concurrency: number,
  limit: number,
  maxBytes = 1000,
): ReaderOptions['settings'] => ({
  UPSTREAM_MAX_CONCURRENCY: concurrency,
  MAX_UPSTREAM_REQUESTS: limit,
  MAX_UPSTREAM_BYTES: maxBytes,
});

/** One operation's requests. */
export function openOperation({
  client,
  tenant,
  credential = someone.credential,
  limit = 250,
  maxBytes,
  concurrency = 32,
  maxAgeSeconds,
}: Setup) {
  const settings = settingsOf(concurrency, limit, maxBytes);
  const lifetime = new Lifetime();
  const ownTenant = Object.assign(tenant, { client });
  const reader = new Reader({
    ...someone,
    credential,
    lifetime,
    tenant: ownTenant,
    settings,
    maxAgeSeconds,
  });
  const { requests } = reader;
  const outcomes: string[] = [];
  const read = (path: string, endpoint: RecordEndpoint<unknown> = getScreen): void =>
    void reader
      .getRecord({ ...endpoint, path })
      .catch(describeError)
      .then((outcome) => outcomes.push(`${path} ${String(outcome)}`));
  return {
    read,
    isFresh: () => requests.isFresh(),
    end: (why = 'left') => lifetime.end(new Error(why)),
    outcomes,
    age: () => reader.age(),
    cost: requests.cost,
  };
}

function describeError(error: unknown): string {
  if (error instanceof PartnerError) return error.code;
  return error instanceof Error ? error.message : String(error);
}

/** The credentials of one process that has so many slots. */
export const openTenants = (slots: number, now: () => number): ((name: string) => Tenant) =>
  createTenants({
    client: noClient,
    timeoutMs: 1000,
    now,
    maxCoolDownSeconds: 300,
    limiter: new Limiter(slots, now),
    shared: new Alone(),
  });

export const openTenant = (name = 'credential', now = () => 0, responses?: ResponseStore): Tenant =>
  createTenants({
    client: noClient,
    timeoutMs: 1000,
    now,
    maxCoolDownSeconds: 300,
    limiter: new Limiter(256),
    responses,
    shared: new Alone(),
  })(name);

/** For a tenant that sends nothing, or gets its client later. */
export const noClient: Client = {
  read: () => expect.fail('Nothing is sent.'),
  close: () => Promise.resolve(),
};
