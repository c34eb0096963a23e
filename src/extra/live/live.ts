/** Subscriptions, which polls of a query keep up to date (docs/live.md). */
import type { Settings } from '../../config.js';
import type { Printer } from '../../http/content.js';
import type { Mode } from '../../operation/mode.js';
import type { Runtime } from '../../operation/runtime.js';
import type { SharedState } from '../../shared/shared-state.js';
import { LiveHub } from './live-hub.js';
import type { LiveObserver } from './live-request.js';
import { printEvents } from './print-events.js';
import { liveMode } from './subscribe-live.js';

export interface Live {
  readonly mode: (runtime: Runtime) => Mode;
  readonly print: Printer;
  /** The Partner API has refused the credential of a tenant. */
  readonly refused: (tenantKey: string) => void;
  /** Completes all streams, and refuses further ones. */
  readonly close: () => void;
}

export function openLive(settings: Settings, observer: LiveObserver, shared: SharedState): Live {
  const hub = new LiveHub(settings, observer, shared);
  return {
    mode: (runtime) => liveMode(runtime, hub),
    print: printEvents,
    refused: (tenantKey) => hub.refused(tenantKey),
    close: () => hub.close(),
  };
}
