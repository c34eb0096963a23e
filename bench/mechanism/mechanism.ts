import type { UpstreamMode } from '../mode.js';

/** A text of the built façade, and another one that works without the mechanism. */
export interface Replacement {
  /** Below `dist`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Something that only makes the façade faster, and how to do without it. */
export interface Mechanism {
  readonly name: string;
  readonly title: string;
  /** What does its work instead. */
  readonly instead: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly replacements?: readonly Replacement[];
  /** Modes of the upstream where it matters; `static` and `signed` by default. */
  readonly modes?: readonly UpstreamMode[];
}

export const defaultModes: readonly UpstreamMode[] = ['static', 'signed'];

/**
 * Settings that exist for measurement alone have no place in the façade, so a copy of its build is
 * changed.
 */
export const mechanisms: readonly Mechanism[] = [
  {
    name: 'memo',
    title: 'response store',
    instead: 'every response is parsed: CACHE_MAX_BYTES=1',
    settings: { CACHE_MAX_BYTES: '1' },
  },
  {
    name: 'lazy',
    title: 'lazy page',
    instead: 'every page is parsed whole',
    replacements: [
      {
        file: 'rest/lazy-page.js',
        from: 'export function findItemBounds(bytes) {',
        to: 'export function findItemBounds(bytes) { return undefined;',
      },
    ],
  },
  {
    name: 'coalescing',
    title: 'coalescing of equal operations',
    instead: 'each operation runs',
    replacements: [
      {
        file: 'operation/coalescing.js',
        from: 'find({ tenant, operation, variables }) {',
        to: 'find({ tenant, operation, variables }) { return undefined;',
      },
    ],
  },
  {
    name: 'sharing',
    title: 'sharing of requests in flight',
    instead: 'each operation sends its own',
    replacements: [
      {
        file: 'tenant/request.js',
        from: 'isJoinable() {',
        to: 'isJoinable() { return false;',
      },
    ],
  },
  {
    name: 'compiled',
    title: 'compiled queries',
    instead: 'graphql-js executes',
    replacements: [
      {
        file: 'operation/execute.js',
        from: "import { LRUCache } from 'lru-cache';",
        // Where `npm run bench` builds it.
        to: "import { LRUCache } from 'lru-cache'; import { byReference } from '../../../../test/fuzz/reference.js';",
      },
      {
        file: 'operation/execute.js',
        from: 'this.executeRun = executeRun;',
        to: 'this.executeRun = byReference.executeRun;',
      },
    ],
  },
  {
    name: 'fast-path',
    title: 'fast path',
    instead: 'every request goes through Yoga',
    replacements: [{ file: 'http/fast-path.js', from: 'if (type === undefined)', to: 'if (true)' }],
  },
  {
    name: 'gunzip',
    title: 'gunzip in the same thread',
    instead: 'another thread decompresses',
    modes: ['gzip'],
    replacements: [
      { file: 'rest/transport/decode-body.js', from: 'bytes.length > maxSyncBytes', to: 'true' },
    ],
  },
  {
    name: 'hash',
    title: 'one-shot hash of the credential',
    instead: 'a hash object',
    replacements: [
      {
        file: 'tenant/tenants.js',
        from: "import { hash } from 'node:crypto';",
        to: "import { createHash } from 'node:crypto'; const hash = (name, text, form) => createHash(name).update(text).digest(form);",
      },
    ],
  },
  {
    name: 'pretenuring',
    title: '--no-allocation-site-pretenuring',
    instead: 'the default of V8',
    replacements: [
      { file: 'start.js', from: "setFlagsFromString('--no-allocation-site-pretenuring');", to: '' },
    ],
  },
  {
    name: 'buffers',
    title: '--external-memory-accounted-in-global-limit, from Node.js 24 on',
    instead: 'a collection after each 64 MB of buffers',
    replacements: [{ file: 'start.js', from: '>= 24', to: '>= 240' }],
  },
  {
    name: 'growing',
    title: '--heap-growing-percent=100',
    instead: 'the default of V8, which takes more memory',
    replacements: [
      { file: 'start.js', from: "setFlagsFromString('--heap-growing-percent=100');", to: '' },
    ],
  },
  {
    name: 'unasked',
    title: 'nothing is kept that nobody asks for',
    instead: 'every response is kept for max-age',
    replacements: [
      {
        file: 'tenant/tenant-responses.js',
        from: 'const maxUnasked = 256;',
        to: 'const maxUnasked = Infinity;',
      },
    ],
  },
];
