import { LRUCache } from 'lru-cache';
import type { SharedState } from '../../tenant/shared-state.js';
import { hashOf } from './trusted-document.js';

/** The texts that clients have registered, by their hash. */
export interface RegisteredTexts {
  readonly get: (hash: string) => string | undefined;
  readonly set: (hash: string, text: string) => void;
  /** The text that another process has registered; undefined where no other can be asked. */
  readonly findElsewhere: (hash: string) => Promise<string | undefined> | undefined;
}

/**
 * Bytes of the texts that clients register. Anyone may register, so this bounds the cost; the next client that needs an
 * evicted text sends it again.
 */
const maxCacheBytes = 4 * 1024 * 1024;

/** At most two bytes for each character, the hash, and the entry itself. */
const bytesOf = (text: string): number => text.length * 2 + 300;

/** @param shared undefined where this process shares no texts */
export function createRegisteredTexts(shared?: SharedState): RegisteredTexts {
  const texts = new LRUCache<string, string>({ maxSize: maxCacheBytes, sizeCalculation: bytesOf });
  const share = shared && createSharing(shared);
  return {
    get(hash) {
      const text = texts.get(hash);
      if (share !== undefined && text !== undefined) share(hash, text);
      return text;
    },
    set(hash, text) {
      texts.set(hash, text);
      share?.(hash, text);
    },
    findElsewhere: (hash) => shared && findShared(shared, hash),
  };
}

async function findShared(shared: SharedState, hash: string): Promise<string | undefined> {
  const text = await shared.read('document', hash);
  return text !== undefined && hashOf(text) === hash ? text : undefined;
}

/** Milliseconds after which a text that nobody uses is forgotten. */
const holdMs = 24 * 3_600_000;

/** Milliseconds between two writes of one text, by which one that is in use stays. */
const repeatMs = 3_600_000;

/** Bytes that this process writes in that time: a flood of invented texts must not fill the store. */
const maxWrittenBytes = 2 * maxCacheBytes;

/** Texts whose last write is remembered: all that are registered. */
const maxWritten = 20_000;

/** Writes a text, unless it has done so lately. */
function createSharing(shared: SharedState): (hash: string, text: string) => void {
  const writtenAt = new LRUCache<string, number>({ max: maxWritten });
  let periodAt = performance.now();
  let bytes = 0;
  return (hash, text) => {
    const now = performance.now();
    if (now - (writtenAt.get(hash) ?? -Infinity) < repeatMs) return;
    if (now - periodAt >= repeatMs) {
      periodAt = now;
      bytes = 0;
    }
    if (bytes + bytesOf(text) > maxWrittenBytes) return;
    bytes += bytesOf(text);
    writtenAt.set(hash, now);
    shared.write('document', hash, text, holdMs);
  };
}
