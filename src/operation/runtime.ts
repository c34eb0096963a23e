import type { ErrorBehavior } from '../execution/work.js';
import type { ReportUnknown } from '../graphql/error.js';
import type { ListLimits } from '../graphql/list-argument.js';
import type { Session } from '../loaders/session.js';
import type { SessionOptions } from '../loaders/session-options.js';
import type { Tenant } from '../tenant/tenant.js';
import type { Admission } from './admission.js';
import type { Coalescing } from './coalescing.js';
import type { CheckedOperation } from './documents/checked-operation.js';
import type { DocumentResult } from './documents/document.js';
import type { DocumentRequest } from './documents/persisted-document.js';
import type { ErrorBehaviorSettings } from './error-behavior.js';
import type { Execute } from './execute.js';
import type { InFlightOperation } from './in-flight-operation.js';
import type { LiveHub } from './live/live-hub.js';
import type { LiveSettings } from './live/live-room.js';
import type { OperationObservation } from './observation.js';
import type { Observer } from './observer.js';
import type { OperationRequest } from './operation-request.js';

export interface RunSettings extends ListLimits, LiveSettings, ErrorBehaviorSettings {
  readonly OPERATION_TIMEOUT_MS: number;
  readonly MAX_STALE_SECONDS: number;
}

/** What all operations share. */
export interface Runtime {
  readonly settings: RunSettings;
  readonly execute: Execute;
  readonly admission: Admission;
  readonly coalescing: Coalescing<InFlightOperation>;
  readonly live: LiveHub;
  readonly documents: (request: DocumentRequest) => DocumentResult | Promise<DocumentResult>;
  readonly tenantOf: (credential: string) => Tenant;
  readonly openSession: (request: Omit<SessionOptions, 'client' | 'limits' | 'processLimiter'>) => Session;
  /** Logs an error of an unknown kind; returns the id that the log has it under. */
  readonly report: (error: unknown, request: OperationRequest) => string;
  readonly observer: Observer;
}

/** A checked operation, and whom its steps report to. */
export interface Run {
  readonly request: OperationRequest;
  readonly operation: CheckedOperation;
  readonly errorBehavior: ErrorBehavior;
  readonly observation: OperationObservation;
  readonly report: ReportUnknown;
}
