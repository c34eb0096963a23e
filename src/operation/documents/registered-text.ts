import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { SharedState } from '../../tenant/shared-state.js';
import { SharedValue } from '../../tenant/shared-value.js';
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

const sharingLimits = {
  /** A day after which a text that nobody uses is forgotten. */
  holdMs: 24 * 3_600_000,
  /** An hour between two writes of a text that is in use. */
  pauseMs: 3_600_000,
  maxBytesPerPause: 2 * maxCacheBytes,
};

/** At most two bytes for each character, the hash, and the entry itself. */
const bytesOf = (text: string): number => text.length * 2 + 300;

/** @param shared undefined where this process shares no texts */
export function createRegisteredTexts(shared?: SharedState): RegisteredTexts {
  const texts = new LRUCache<string, string>({ maxSize: maxCacheBytes, sizeCalculation: bytesOf });
  const sharing =
    shared && new SharedValue<string>(shared, { kind: 'document', schema: z.string(), ...sharingLimits });
  return {
    get(hash) {
      const text = texts.get(hash);
      if (text !== undefined) sharing?.write(hash, text);
      return text;
    },
    set(hash, text) {
      texts.set(hash, text);
      sharing?.write(hash, text);
    },
    findElsewhere: (hash) => sharing && findShared(sharing, hash),
  };
}

async function findShared(sharing: SharedValue<string>, hash: string): Promise<string | undefined> {
  const text = await sharing.read(hash);
  return text !== undefined && hashOf(text) === hash ? text : undefined;
}
