import { spawnSync } from 'node:child_process';
import { commandPath } from '../commands/command.js';

/** `npm run mutation`. */
const args = [commandPath('stryker'), 'run', 'test/mutation/stryker.config.json'];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
