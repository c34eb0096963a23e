import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  countHeaders,
  type CredentialState,
  readCredential,
} from '../operation/operation-request.js';

/**
 * Reads the credential of requests. The requests of a kept connection mostly have the same one, for
 * which they get the same object: what is computed for it is computed once. Nothing of it is kept
 * longer than its connection, or than the next other credential there.
 */
export class ConnectionCredentials {
  private readonly last = new WeakMap<Socket, SentCredential>();

  read({ headers: { authorization }, rawHeaders, socket }: Received): CredentialState {
    const headerCount = countHeaders(rawHeaders, 'authorization');
    const last = this.last.get(socket);
    if (last !== undefined && headerCount === 1 && last.authorization === authorization) {
      return last.state;
    }
    const state = readCredential(authorization, headerCount);
    if (state.kind === 'usable') this.last.set(socket, { authorization, state });
    return state;
  }
}

type Received = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'socket'>;

interface SentCredential {
  /** The header as it was sent. */
  readonly authorization: string | undefined;
  readonly state: CredentialState;
}
