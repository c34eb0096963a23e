import './load.js';
import { createControl } from './control.js';
import { createData, createFleet, type DataSizes } from './data.js';
import { upstreamModes } from './mode.js';
import { createUpstream } from './upstream.js';

/** Runs the upstream as a process, which sends the load too: see `sendLoad`. */
const {
  MODE,
  LATENCY_MS,
  SIZES,
  SCREENS,
  DESCRIPTION,
  TLS_CERT,
  TLS_KEY,
  RECORD,
  PORT,
  CONTROL_PORT,
} = process.env;
const data =
  SCREENS === undefined
    ? // The bench writes the sizes.
      createData(JSON.parse(SIZES ?? '{}') as Partial<DataSizes>)
    : createFleet(Number(SCREENS), Number(DESCRIPTION ?? 0));
const upstream = createUpstream(data, {
  mode: upstreamModes.find((mode) => mode === MODE) ?? 'static',
  latencyMs: Number(LATENCY_MS ?? 0),
  certificate: { cert: TLS_CERT ?? '', key: TLS_KEY ?? '' },
  isRecorded: RECORD !== undefined,
});
createControl(upstream).listen(Number(CONTROL_PORT), '127.0.0.1', () => {
  upstream.server.listen(Number(PORT), '127.0.0.1');
});
