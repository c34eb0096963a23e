import { createData, createFleet } from './data.js';
import { upstreamModes } from './mode.js';
import { createUpstream } from './upstream.js';

/** Runs the upstream as a process. */
const { MODE, LATENCY_MS, SCREENS, PORT } = process.env;
const data = SCREENS === undefined ? createData() : createFleet(Number(SCREENS));
createUpstream(data, {
  mode: upstreamModes.find((mode) => mode === MODE) ?? 'static',
  latencyMs: Number(LATENCY_MS ?? 0),
}).server.listen(Number(PORT), '127.0.0.1');
