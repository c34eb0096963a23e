import type { GraphQLSchema } from 'graphql';
import { Session } from '../loaders/session.js';
import type { Client } from '../rest/client.js';
import type { Limiter } from '../tenant/limiter.js';
import type { ResponseSource } from '../tenant/response-store.js';
import type { Fleet } from '../tenant/shared-state.js';
import { createTenants } from '../tenant/tenant.js';
import { createAdmission } from './admission.js';
import { createCoalescing } from './coalescing.js';
import { type Documents, type DocumentSettings, openDocuments } from './documents/persisted-document.js';
import { createExecute, type ExecuteSettings } from './execute.js';
import type { LiveHub } from './live/live-hub.js';
import type { Observer } from './observer.js';
import { type RunOperation, runOperation } from './run-operation.js';
import type { RunSettings, Runtime } from './runtime.js';

/** The settings of operations, by their names. */
export interface OperationSettings extends DocumentSettings, ExecuteSettings, RunSettings {
  readonly MAX_COOL_DOWN_SECONDS: number;
  readonly MAX_OPERATIONS: number;
  readonly MAX_UPSTREAM_REQUESTS: number;
  readonly UPSTREAM_MAX_CONCURRENCY: number;
  readonly UPSTREAM_TIMEOUT_MS: number;
}

export interface OperationParts {
  readonly schema: GraphQLSchema;
  readonly client: Client;
  readonly processLimiter: Limiter;
  readonly responses: ResponseSource;
  /** Undefined where this process is alone. */
  readonly fleet: Fleet | undefined;
  readonly observer: Observer;
  /** Receives an unexpected error, with the credential to be removed from its text. */
  readonly failed: (error: unknown, requestId: string, credential: string | undefined) => void;
  /** False: graphql-js executes every operation. */
  readonly isPlanned: boolean;
  readonly live: LiveHub;
  /** Trusted documents, in place of the file that TRUSTED_DOCUMENTS names. */
  readonly manifest: unknown;
}

export interface Operations {
  readonly run: RunOperation;
  readonly documents: Documents;
}

/**
 * Runs operations against the Partner API.
 *
 * @throws ManifestError with one line about TRUSTED_DOCUMENTS if they cannot be served
 */
export function openOperations(settings: OperationSettings, parts: OperationParts): Operations {
  const { schema, client, processLimiter, observer, failed } = parts;
  const limits = {
    maxConcurrency: settings.UPSTREAM_MAX_CONCURRENCY,
    maxRequests: settings.MAX_UPSTREAM_REQUESTS,
    timeoutMs: settings.UPSTREAM_TIMEOUT_MS,
  };
  const documents = openDocuments(schema, settings, parts.manifest, parts.fleet?.shared);
  const runtime: Runtime = {
    admission: createAdmission(settings.MAX_OPERATIONS, () => processLimiter.unprovenWaitMs()),
    coalescing: createCoalescing(settings.OPERATION_TIMEOUT_MS),
    execute: createExecute(schema, settings, parts.isPlanned),
    documents: documents.find,
    tenantOf: createTenants({
      now: () => performance.now(),
      maxCoolDownSeconds: settings.MAX_COOL_DOWN_SECONDS,
      responses: parts.responses,
      fleet: parts.fleet,
      refused: parts.live.refused,
    }).of,
    openSession: (request) => new Session({ client, limits, processLimiter, ...request }),
    live: parts.live,
    settings,
    report(error, { requestId, credential }) {
      failed(error, requestId, credential.kind === 'usable' ? credential.credential : undefined);
      return requestId;
    },
    observer,
  };
  return { run: (request) => runOperation(runtime, request), documents };
}
