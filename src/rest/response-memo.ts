import type { Parsed } from './read-response.js';
import { asBuffer } from './transport/decode-body.js';
import type { RestResponse } from './transport/transport.js';

/**
 * What responses were parsed to, for those that come again unchanged: the contract has no ETag. Comparing two texts costs
 * a fiftieth of parsing and checking one. Every request is still sent.
 */
export interface ResponseMemo {
  /** What the last response to the path was parsed to, where this one is the same text. It must not be changed. */
  readonly find: (tenantKey: string, path: string, response: RestResponse) => Parsed | undefined;
  /** Takes note of a response that `find` did not know. One that deviates from the contract is not kept. */
  readonly keep: (tenantKey: string, path: string, response: RestResponse, parsed: Parsed) => void;
  /** Forgets everything. */
  readonly clear: () => void;
}

/** Milliseconds. What does not come again for so long is forgotten, after twice the time at the latest. */
const periodMs = 60_000;

/** The same while there is no room for something else. */
const tightPeriodMs = 5000;

/** Bytes of an entry beside its texts, with a margin. */
const entryBytes = 500;

/** A body, as bytes where the transport has them. */
type Content = Buffer | string;

interface LastResponse extends Pick<RestResponse, 'status' | 'contentType'> {
  readonly content: Content;
}

/** The last response to a path. A class, so that all entries have one hidden class on Node.js 20. */
class Entry {
  /** Undefined where the last response differed from the one before: what always changes is not worth keeping. */
  last: LastResponse | undefined;
  parsed: Parsed | undefined;
  /** Whether the response has come again. */
  isSteady = false;
  /** Whether the next response to be parsed may be kept. */
  mayKeep = true;
  /** Whether the response has come since the last look for what to forget. */
  isMet = true;
}

interface State {
  readonly maxBytes: number;
  readonly tenants: Map<string, Map<string, Entry>>;
  bytes: number;
  timer: NodeJS.Timeout | undefined;
  isTight: boolean;
}

/** @param maxBytes of all bodies, two for each character or byte. Once it is full, what still comes again stays. */
export function createResponseMemo(maxBytes: number): ResponseMemo {
  const state: State = { maxBytes, tenants: new Map(), bytes: 0, timer: undefined, isTight: false };
  return {
    find: (tenantKey, path, response) => find(state, state.tenants.get(tenantKey)?.get(path), response),
    keep(tenantKey, path, response, parsed) {
      const entry = state.tenants.get(tenantKey)?.get(path) ?? add(state, tenantKey, path);
      if (entry?.mayKeep === true) fill(state, entry, response, parsed);
    },
    clear() {
      clearTimeout(state.timer);
      state.timer = undefined;
      state.isTight = false;
      state.tenants.clear();
      state.bytes = 0;
    },
  };
}

function find(state: State, entry: Entry | undefined, response: RestResponse): Parsed | undefined {
  if (entry === undefined) return undefined;
  if (isSame(entry, response)) {
    entry.isSteady = true;
    entry.isMet = true;
    return entry.parsed;
  }
  entry.mayKeep = entry.isSteady;
  empty(state, entry);
  return undefined;
}

const isSame = ({ last, parsed }: Entry, response: RestResponse): boolean =>
  parsed?.isExact === true &&
  last?.status === response.status &&
  last.contentType === response.contentType &&
  isSameContent(last.content, contentOf(response));

const isSameContent = (one: Content, other: Content): boolean =>
  typeof one === 'string' || typeof other === 'string' ? one === other : one.equals(other);

/** Without reading the text where there are bytes: it would be decoded for this. */
const contentOf = (response: RestResponse): Content =>
  response.bytes ? asBuffer(response.bytes) : response.body;

function add(state: State, tenantKey: string, path: string): Entry | undefined {
  const bytes = bytesOf(path) + entryBytes;
  if (!hasRoom(state, bytes)) return undefined;
  state.bytes += bytes;
  const entry = new Entry();
  const entries = state.tenants.get(tenantKey) ?? new Map<string, Entry>();
  state.tenants.set(tenantKey, entries.set(path, entry));
  if (state.timer === undefined) forgetAfter(state, periodMs);
  return entry;
}

function fill(state: State, entry: Entry, response: RestResponse, parsed: Parsed): void {
  const content = contentOf(response);
  if (!parsed.isExact || !hasRoom(state, bytesOf(content))) return;
  state.bytes += bytesOf(content);
  const { status, contentType } = response;
  entry.last = { status, contentType, content: typeof content === 'string' ? content : compact(content) };
  entry.parsed = parsed;
}

/** A small body may be a part of a large piece of memory, which would be kept with it. */
const compact = (bytes: Buffer): Buffer =>
  bytes.buffer.byteLength > 2 * bytes.length ? Buffer.from(new Uint8Array(bytes).buffer) : bytes;

function empty(state: State, entry: Entry): void {
  if (entry.last !== undefined) state.bytes -= bytesOf(entry.last.content);
  entry.last = undefined;
  entry.parsed = undefined;
  entry.isSteady = false;
}

function hasRoom(state: State, bytes: number): boolean {
  if (state.bytes + bytes <= state.maxBytes) return true;
  if (!state.isTight && state.timer !== undefined) {
    state.isTight = true;
    forgetAfter(state, tightPeriodMs);
  }
  return false;
}

function forgetAfter(state: State, milliseconds: number): void {
  clearTimeout(state.timer);
  state.timer = setTimeout(forget, milliseconds, state).unref();
}

/** Forgets what has not come again since the last call. */
function forget(state: State): void {
  state.timer = undefined;
  state.isTight = false;
  for (const [tenantKey, entries] of state.tenants) {
    for (const [path, entry] of entries) {
      if (!entry.isMet) {
        empty(state, entry);
        entries.delete(path);
        state.bytes -= bytesOf(path) + entryBytes;
      }
      entry.isMet = false;
    }
    if (entries.size === 0) state.tenants.delete(tenantKey);
  }
  if (state.tenants.size > 0) forgetAfter(state, periodMs);
}

const bytesOf = ({ length }: Content): number => 2 * length;
