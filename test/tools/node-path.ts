import { installNode } from '../package/node.js';

/**
 * `tsx test/tools/node-path.ts 24`: installs the newest Node.js 24 outside the project and prints
 * its path.
 */
const [line = ''] = process.argv.slice(2);
const runtime = installNode(Number(line));
if (typeof runtime === 'string') {
  process.stderr.write(`${runtime}\n`);
  process.exitCode = 1;
} else process.stdout.write(`${runtime.path}\n`);
