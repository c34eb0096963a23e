import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ExecutionResult, print } from 'graphql';
import { onTestFinished } from 'vitest';
import { createFacade, type Facade, type FacadeOptions } from '../../src/facade.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';

/** The whole house: a façade over the simulator, on real sockets between the two. */
export interface House {
  readonly facade: Facade;
  readonly simulator: Simulator;
  /** Sends a typed document and gives back the answer. */
  readonly query: <Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    credential?: string,
  ) => Promise<Answer<Data>>;
}

export interface Answer<Data> extends ExecutionResult<
  Data,
  { upstream?: { requests: number; limit: number } }
> {
  readonly status: number;
  readonly headers: Headers;
}

export const everything = 'demo-everything-credential';

/** Starts a house for one test and ends it with the test. */
export async function startHouse(
  simulatorOptions: SimulatorOptions = {},
  facadeOptions: Partial<FacadeOptions> = {},
): Promise<House> {
  const simulator = await startSimulator(simulatorOptions);
  const facade = createFacade({
    partnerApiUrl: simulator.url,
    ...facadeOptions,
    settings: { LOG_LEVEL: 'silent', ...facadeOptions.settings },
  });
  onTestFinished(async () => {
    await facade.close();
    await simulator.close();
  });
  return {
    facade,
    simulator,
    async query<Data, Variables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      credential = everything,
    ) {
      const response = await facade.fetch(
        new Request('http://facade.test/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}` },
          body: JSON.stringify({ query: print(document), variables }),
        }),
      );
      // The document's type is the answer's: that is what the generated documents promise.
      const result = (await response.json()) as ExecutionResult<Data>;
      return { ...result, status: response.status, headers: response.headers } as Answer<Data>;
    },
  };
}
