import { onTestFinished } from 'vitest';
import { createFacade, type Facade, type FacadeOptions } from '../../src/facade.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';

/** The whole system: a façade over the simulator, with real sockets between them. */
export interface TestSystem {
  readonly facade: Facade;
  readonly simulator: Simulator;
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
  return { facade, simulator };
}
