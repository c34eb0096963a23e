import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type SharedState, SharedValue } from '../../tenant/shared-state.js';
import { hashOf } from './manifest-file.js';

/**
 * Bytes of the texts that clients register. Anyone may register, so this bounds the cost; the next client that needs an
 * evicted text sends it again.
 */
const maxCacheBytes = 4 * 1024 * 1024;

/** Milliseconds between two writes of a text that is in use. One that nobody uses is forgotten after a day. */
const pauseMs = 3_600_000;

/** At most two bytes for each character, the hash, and the entry itself. */
const textSize = (text: string): number => text.length * 2 + 300;

export class RegisteredTexts {
  private readonly texts = new LRUCache<string, string>({
    maxSize: maxCacheBytes,
    sizeCalculation: textSize,
  });
  private readonly shared: SharedValue<string> | undefined;

  /** @param state undefined where this process shares no texts */
  constructor(state: SharedState | undefined) {
    const limits = { pauseMs, holdMs: 24 * pauseMs, maxBytesPerPause: 2 * maxCacheBytes };
    this.shared = state && new SharedValue(state, { kind: 'document', schema: z.string(), ...limits });
  }

  get(hash: string): string | undefined {
    const text = this.texts.get(hash);
    if (text !== undefined) this.shared?.write(hash, text);
    return text;
  }

  set(hash: string, text: string): void {
    this.texts.set(hash, text);
    this.shared?.write(hash, text);
  }

  /** The text that another process has registered. */
  async findElsewhere(hash: string): Promise<string | undefined> {
    const text = await this.shared?.read(hash);
    return text && hashOf(text) === hash ? text : undefined;
  }
}
