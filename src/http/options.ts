import type { GraphQLSchema } from 'graphql';
import type { Settings } from '../config.js';
import type { Documents } from '../operation/documents/persisted-document.js';
import type { Observer, Within } from '../operation/observer.js';
import type { RunOperation } from '../operation/run-operation.js';
import type { RunScrape } from '../operation/scrape.js';
import type { SharedState } from '../tenant/shared-state.js';
import type { DashboardSource } from './dashboard/dashboard.js';

/** What the façade serves over HTTP. */
export interface HttpOptions {
  readonly settings: Settings;
  readonly path: string;
  readonly schema: GraphQLSchema;
  /** Without what a supergraph's router adds. */
  readonly publicSchema: GraphQLSchema;
  readonly run: RunOperation;
  /** Undefined if the metrics of organizations are switched off. */
  readonly scrape: RunScrape | undefined;
  /** Fills in GraphiQL's header; undefined in front of a real Partner API. */
  readonly demoCredential: string | undefined;
  /** Undefined if it is switched off. */
  readonly dashboard: DashboardSource | undefined;
  /** Undefined where this process is alone. */
  readonly shared: SharedState | undefined;
  /** Undefined if it is switched off. */
  readonly mcp: McpSource | undefined;
  readonly metrics: () => Promise<Response>;
  readonly observer: Pick<Observer, 'httpEnded'>;
  /** Receives an unexpected error; the client gets the id of its request. */
  readonly failed: (error: unknown, requestId: string) => void;
  /** Serves a request inside the trace that its headers name; undefined without tracing. */
  readonly within: Within | undefined;
}

/** What serves agents beside what serves GraphQL. */
export interface McpSource {
  readonly documents: Documents;
  /** Receives what an operator should know about tools that are not served. */
  readonly warn: (message: string) => void;
}
