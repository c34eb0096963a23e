import type { ClientRequest, KnownResponses } from '../rest/client.js';
import { Page } from '../rest/page.js';
import { type Parsed, readResponse, valueOf } from '../rest/read-response.js';
import { asBuffer } from '../rest/transport/decode-body.js';
import type { RestResponse } from '../rest/transport/transport.js';
import type { Held } from '../shared/shared-state.js';
import type { ResponseStore } from './response-store.js';

/** Milliseconds after which a response that changed each time is compared again. */
const retryMs = 60_000;

/** Bytes of an entry beside its texts, with a margin. */
const entryBytes = 500;

/**
 * Responses that a credential keeps although they always change, once no operation has accepted a
 * kept one for `maxAgeMs`. It is more than one operation reads by default. What they are parsed to
 * survives many garbage collections, and costs large operations up to a quarter of their processor
 * time.
 */
const maxUnasked = 256;

/**
 * Characters of a shared response. A longer one could keep the connection to the store busy for
 * milliseconds.
 */
const maxSharedCharacters = 131_072;

/** Milliseconds by which a process may date too early what it writes. */
const marginMs = 100;

/** What a refusal of the credential is shared under: no path, which begins with a slash. */
const refusalName = 'refused';

/** A body, as bytes where the transport has them. */
type Content = Buffer | string;

/** The last response to a path. */
interface Entry {
  readonly contentType: string | undefined;
  /** Undefined where the response changes each time: it is not worth comparing. */
  readonly content: Content | undefined;
  /** Undefined where no operation would be served it. */
  readonly parsed: Parsed | undefined;
  sentAt: number;
  /** When a response to the path was last worth comparing. */
  readonly triedAt: number;
  readonly bytes: number;
  usedAt: number;
  /** Whether the response has come again unchanged. */
  isSteady: boolean;
}

/**
 * What one credential has read, by the path of the request. The store bounds it together with what
 * the others have.
 */
export class TenantResponses implements KnownResponses {
  private heldBytes = 0;
  private readonly entries = new Map<string, Entry>();
  private droppedAt = -Infinity;
  private askedAt = -Infinity;
  private unasked = 0;

  constructor(
    private readonly store: ResponseStore,
    private readonly tenantKey: string,
  ) {}

  /** Of all responses; see `contentSize`. */
  get bytes(): number {
    return this.heldBytes;
  }

  /**
   * Whether other processes can be asked for responses. Where they cannot, an operation waits for
   * no look-up, and no body is decoded for them.
   */
  get isShared(): boolean {
    return !this.store.texts.isAlone;
  }

  recognize(path: string, response: RestResponse, sentAt: number): Parsed | undefined {
    const entry = this.entries.get(path);
    if (entry?.content === undefined || entry.parsed?.isExact !== true) return undefined;
    if (entry.contentType !== response.contentType) return undefined;
    if (!isSameContent(entry.content, contentOf(response))) return undefined;
    entry.isSteady = true;
    entry.usedAt = this.store.now();
    if (sentAt > entry.sentAt) entry.sentAt = sentAt;
    this.share(path, response, sentAt);
    return entry.parsed;
  }

  keep(path: string, response: RestResponse, parsed: Parsed, sentAt: number): void {
    this.keepHere(path, response, parsed, sentAt);
    this.share(path, response, sentAt);
  }

  /**
   * The record or `Page` of a path whose request was sent `maxAgeMs` ago or later, by the clock of
   * the store.
   */
  find(path: string, maxAgeMs: number) {
    const { store } = this;
    const now = store.now();
    this.askedAt = now;
    this.unasked = 0;
    const entry = this.entries.get(path);
    if (entry?.parsed === undefined) return undefined;
    if (now - entry.sentAt > Math.min(maxAgeMs, store.maxAgeMs)) return undefined;
    entry.usedAt = now;
    return { value: valueOf(entry.parsed), sentAt: entry.sentAt };
  }

  /**
   * Keeps what other processes have kept, if its request was sent `maxAgeMs` ago or later; never
   * rejects.
   */
  async takeShared(requests: readonly ClientRequest[], maxAgeMs: number): Promise<void> {
    const { store } = this;
    const askedAt = store.now();
    const paths = requests.map(({ path }) => path);
    const names = [refusalName, ...paths].map((name) => this.sharedName(name));
    const [refusal, ...found] = await store.texts.readAll(names);
    const refusedMs = readAged(refusal)?.ageMs ?? Infinity;
    const maxMs = Math.min(maxAgeMs, refusedMs - marginMs);
    for (const [index, request] of requests.entries()) {
      const aged = readAged(found[index]);
      // The store has looked later than it was asked.
      if (aged && aged.ageMs <= maxMs) this.keepShared(request, aged.body, askedAt - aged.ageMs);
    }
  }

  /**
   * Lets no process keep any more what was sent for the credential before; to be called after a
   * drop.
   */
  refuse(): void {
    const { state, maxAgeMs } = this.store;
    // At once and without a bound: it must be there before any newer response, and must not leave
    // for one.
    state.write('response', this.sharedName(refusalName), String(maxAgeMs), maxAgeMs);
  }

  /**
   * Forgets everything, the responses to requests in flight included: the credential may have lost
   * a right.
   */
  drop(): void {
    this.droppedAt = this.store.now();
    this.shrink(0);
  }

  /**
   * Forgets responses until those that are left take no more: first those that have not come again.
   */
  shrink(maxBytes: number): void {
    for (const isSteady of [false, true]) {
      for (const [path, entry] of this.entries) {
        if (this.heldBytes <= maxBytes) return;
        if (entry.isSteady === isSteady) this.remove(path, entry);
      }
    }
  }

  forget(usedSince: number): void {
    for (const [path, entry] of this.entries) {
      if (entry.usedAt < usedSince) this.remove(path, entry);
    }
  }

  private share(path: string, response: RestResponse, sentAt: number): void {
    const { texts, maxAgeMs } = this.store;
    if (!this.isShared || sentAt <= this.droppedAt) return;
    // Last, as reading the body may decode it.
    if (response.body.length > maxSharedCharacters) return;
    texts.write(this.sharedName(path), `${maxAgeMs} ${response.body}`, sentAt);
  }

  private sharedName(name: string): string {
    return `${this.tenantKey} ${name}`;
  }

  private keepShared(
    { endpoint, path, pageForm }: ClientRequest,
    body: string,
    sentAt: number,
  ): void {
    const bytes = Buffer.from(body);
    const response = {
      status: 200,
      contentType: 'application/json',
      retryAfter: undefined,
      body,
      bytes,
    };
    try {
      // The process that has sent the request has counted its drift.
      const parsed = readResponse(endpoint, pageForm, response, () => undefined);
      this.keepHere(path, response, parsed, sentAt);
    } catch {
      // Another process may have another release.
    }
  }

  private keepHere(path: string, response: RestResponse, parsed: Parsed, sentAt: number): void {
    const { store, entries } = this;
    const last = entries.get(path);
    // Responses may overtake each other.
    const isOvertaken = last !== undefined && last.sentAt > sentAt;
    if (isOvertaken || sentAt <= this.droppedAt) return;
    this.remove(path, last);
    const now = store.now();
    const isTried = last === undefined || last.isSteady || now - last.triedAt > retryMs;
    const content = contentOf(response);
    const isCompared = isTried && parsed.isExact;
    const isKept = this.mayServe(now, sentAt) || isCompared;
    const contentBytes = isKept ? contentSize(content, parsed, isCompared) : 0;
    const bytes = contentBytes + 2 * path.length + entryBytes;
    // Where there is no room, the last response is gone too: nobody must see older data than
    // before.
    if (!store.hasRoom(this, bytes)) return;
    entries.set(path, {
      contentType: response.contentType,
      content: isCompared ? compact(content) : undefined,
      parsed: isKept ? parsed : undefined,
      sentAt,
      triedAt: isTried ? now : last.triedAt,
      bytes,
      usedAt: now,
      isSteady: false,
    });
    this.heldBytes += bytes;
    store.changed(this, bytes);
  }

  private remove(path: string, entry: Entry | undefined): void {
    if (entry === undefined) return;
    this.entries.delete(path);
    this.heldBytes -= entry.bytes;
    this.store.changed(this, -entry.bytes);
  }

  /** Whether an operation of the credential may be served a response later. */
  private mayServe(now: number, sentAt: number): boolean {
    const { maxAgeMs } = this.store;
    if (now - sentAt >= maxAgeMs) return false;
    if (now - this.askedAt <= maxAgeMs) return true;
    if (this.unasked >= maxUnasked) return false;
    this.unasked += 1;
    return true;
  }
}

/**
 * Bytes of a text and of what it is parsed to. A lazy page is its text, an index, and few items;
 * 2.2 times its text with all.
 */
function contentSize({ length }: Content, parsed: Parsed, isCompared: boolean): number {
  if (parsed instanceof Page && parsed.isLazy) return 1.5 * length;
  return (isCompared ? 3 : 2) * length;
}

/** Without reading the text where there are bytes: it would be decoded for this. */
const contentOf = (response: RestResponse): Content =>
  response.bytes ? asBuffer(response.bytes) : response.body;

const isSameContent = (one: Content, other: Content): boolean =>
  typeof one === 'string' || typeof other === 'string' ? one === other : one.equals(other);

/** A small body may be a part of a large piece of memory, which would be kept with it. */
const compact = (content: Content): Content =>
  typeof content === 'string' || content.buffer.byteLength <= 2 * content.length
    ? content
    : Buffer.from(new Uint8Array(content).buffer);

/** A text begins with the age at which it expires, so that the time that is left shows its age. */
function readAged(held: Held | undefined) {
  if (held === undefined) return undefined;
  const [, maxAge, body = ''] = /^(\d{1,15})(?: (.*))?$/s.exec(held.value) ?? [];
  if (maxAge === undefined) return undefined;
  return { ageMs: Math.max(0, Number(maxAge) - held.leftMs), body };
}
