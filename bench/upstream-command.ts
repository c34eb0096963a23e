import { createData } from './data.js';
import { upstreamModes } from './mode.js';
import { createUpstream } from './upstream.js';

/** Runs the upstream as a process. */
const { MODE, LATENCY_MS, PORT } = process.env;
createUpstream(createData(), {
  mode: upstreamModes.find((mode) => mode === MODE) ?? 'static',
  latencyMs: Number(LATENCY_MS ?? 0),
}).server.listen(Number(PORT), '127.0.0.1');
