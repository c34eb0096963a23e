import type { OperationRequest } from './operation-request.js';
import { clientsLeft } from './in-flight-operation.js';

/**
 * Waits for what an operation needs before it starts. One that has started hears of a client that leaves, but not of one
 * that has left before.
 *
 * @throws Cancellation where the client has left meanwhile
 */
export async function whileClientWaits<T>(
  needed: Promise<T>,
  client: Pick<OperationRequest, 'onLeave'>,
): Promise<T> {
  const waiting = { hasEnded: false };
  const stopListening = client.onLeave(() => {
    waiting.hasEnded = true;
  });
  try {
    const result = await needed;
    if (waiting.hasEnded) throw clientsLeft;
    return result;
  } finally {
    stopListening();
  }
}
