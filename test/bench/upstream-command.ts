import { createData } from './data.js';
import { createUpstream } from './upstream.js';

/** The static upstream as a process of its own. */
createUpstream(createData(), Number(process.env['LATENCY_MS'] ?? 0)).server.listen(
  Number(process.env['PORT']),
  '127.0.0.1',
);
