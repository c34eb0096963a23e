import { expect, onTestFinished } from 'vitest';
import { faultsOfOutput, faultsOfRig, type OpenRig, type Output } from './invariant.js';
import { faultsOfProcess, type ProcessState, readProcessState } from './process-state.js';

type Ending = () => Promise<void> | void;

const endings: Ending[] = [];
const outputs: Output[] = [];
const rigs: OpenRig[] = [];
/** Undefined between two tests. */
let before: ProcessState | undefined;

/** Runs after the test and before the check of its invariants; the latest first. */
export function atEnd(ending: Ending): void {
  watchTest();
  endings.unshift(ending);
}

/** Adds output to the search for the canary. */
export function searched(output: Output): void {
  watchTest();
  outputs.push(output);
}

/**
 * Checks what a rig has sent and logged, and that its test leaves nothing behind in the process.
 */
export function checkAtEnd(rig: OpenRig): void {
  watchTest();
  rigs.push(rig);
}

/**
 * What is open from here on has to be closed when the test is over. The rig calls it before it
 * starts anything.
 */
export function watchTest(): void {
  if (before !== undefined) return;
  before = readProcessState();
  onTestFinished(finish);
}

/** The rules that hold in every test (fault catalogue, "The rig"). */
async function finish(): Promise<void> {
  for (const ending of endings.splice(0)) await ending();
  const faults = outputs.splice(0).flatMap(faultsOfOutput);
  const finished = rigs.splice(0);
  faults.push(...finished.flatMap(faultsOfRig));
  if (before !== undefined && finished.length > 0) faults.push(...(await faultsOfProcess(before)));
  before = undefined;
  expect(faults).toEqual([]);
}
