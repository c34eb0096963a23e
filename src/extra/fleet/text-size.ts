import type { SharedKind } from '../../shared/shared-state.js';

const kibibyte = 1024;

/**
 * Bytes that one text of each kind may have. A longer one is not shared, and what is longer in the
 * store is none of ours: a program that writes there must not choose how much memory a read takes.
 */
export const maxTextBytes: Readonly<Record<SharedKind | 'message', number>> = {
  document: 1024 * kibibyte,
  facts: 4 * kibibyte,
  // 131,072 characters, of three bytes each at most.
  response: 384 * kibibyte,
  // A credential has up to 8 KiB.
  session: 32 * kibibyte,
  // An event with its run.
  poll: 256 * kibibyte,
  // The last event of a subscription; the others are small.
  message: 320 * kibibyte,
};

/** Salt, nonce and tag of a seal. */
const sealBytes = 44;

/** Characters of a text of that many bytes once it is sealed, which is base64. */
export const sealedLength = (bytes: number): number => 4 * Math.ceil((sealBytes + bytes) / 3);

/** Characters of the longest sealed text of all kinds. */
export const maxSealedLength = sealedLength(Math.max(...Object.values(maxTextBytes)));
