import { type Channels, createChannels, type Listening } from './channel.js';
import { machineMs } from './clock.js';
import { createKeptValues, type KeptValues } from './kept-value.js';
import { createLeases, type Leases } from './lease.js';
import type { StoreCommand, StoreReply } from './message.js';

/** The state that the workers share, in the memory of the primary process. It cannot read what they keep there. */
export interface PrimaryStore {
  /** Runs a command of a worker. */
  readonly run: (client: Listening, command: StoreCommand) => StoreReply;
  /** A worker has ended: it holds no lease and hears nothing any more. */
  readonly forget: (client: Listening) => void;
}

interface State {
  readonly values: KeptValues;
  readonly leases: Leases<Listening>;
  readonly channels: Channels<Listening>;
}

/** @param now the clock of the workers */
export function createPrimaryStore(now: () => number = machineMs): PrimaryStore {
  const values = createKeptValues(now);
  const leases = createLeases<Listening>(now);
  const channels = createChannels<Listening>(now);
  return {
    run: (client, command) => run({ values, leases, channels }, client, command),
    forget(client) {
      leases.forget(client);
      channels.forget(client);
    },
  };
}

const nothing: StoreReply = {};

function run({ values, leases, channels }: State, client: Listening, command: StoreCommand): StoreReply {
  switch (command.name) {
    case 'get':
      return { held: command.keys.map((key) => values.get(key) ?? null) };
    case 'set':
      values.set(command.key, command.value, command.until);
      return nothing;
    case 'delete':
      values.delete(command.key);
      return nothing;
    case 'lease':
      return { isTaken: leases.take(client, command.key, command.owner, command.holdMs) };
    case 'release':
      leases.release(command.key, command.owner);
      return nothing;
    case 'announce':
      channels.announce(command.channel, command.message, command.holdMs);
      return nothing;
    case 'listen':
      return { retained: channels.listen(client, command.channel) };
    case 'leave':
      channels.leave(client, command.channel);
      return nothing;
    case 'ping':
      return nothing;
  }
}
