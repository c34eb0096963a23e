/** Milliseconds of the machine's clock that never goes back, which is the same in each of its processes. */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;
