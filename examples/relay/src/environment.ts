import { ResultError } from 'partner-graphql/client';
import { Environment, Network, RecordSource, type RelayFieldLogger, Store } from 'relay-runtime';
import { sendTo } from './network.js';

/**
 * Relay's environment for the façade. `nodeId` is unique among all types; `id` is the REST id,
 * which a screen and a playlist may share.
 */
export function createEnvironment(service: {
  readonly url: string;
  readonly credential: string;
}): Environment {
  const send = sendTo(service);
  return new Environment({
    network: Network.create(send, send),
    store: new Store(new RecordSource()),
    getDataID: ({ nodeId }) => (typeof nodeId === 'string' ? nodeId : undefined),
    relayFieldLogger: throwFieldError,
  });
}

/**
 * With `@throwOnFieldError`, Relay throws an error that says nothing, after it has shown the
 * field's own error here.
 */
const throwFieldError: RelayFieldLogger = (event) => {
  if (event.kind === 'relay_field_payload.error' && event.shouldThrow && !event.handled)
    throw new ResultError(event.error);
};
