import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ExecutionResult, print } from 'graphql';
import { onTestFinished } from 'vitest';
import { createFacade, type Facade, type FacadeOptions } from '../../src/facade.js';
import { operationRequest } from '../rig/operation-request.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';

/** The whole system: a façade over the simulator, with real sockets between them. */
export interface TestSystem {
  readonly facade: Facade;
  readonly simulator: Simulator;
  /** Sends a typed document and returns its result. */
  readonly query: <Data, Variables extends object>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    credential?: string,
  ) => Promise<QueryResult<Data>>;
}

export interface QueryResult<Data> extends ExecutionResult<
  Data,
  { upstream?: { requests: number; limit: number } }
> {
  readonly status: number;
  readonly headers: Headers;
}

export const everything = 'demo-everything-credential';

/** Starts a system for one test, and closes it with the test. */
export async function startSystem(
  simulatorOptions: SimulatorOptions = {},
  facadeOptions: Partial<FacadeOptions> = {},
): Promise<TestSystem> {
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
    async query<Data, Variables extends object>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      credential = everything,
    ) {
      const response = await facade.fetch(operationRequest(print(document), { variables, credential }));
      // The generated document's type describes its result.
      const result = (await response.json()) as ExecutionResult<Data>;
      return { ...result, status: response.status, headers: response.headers } as QueryResult<Data>;
    },
  };
}
