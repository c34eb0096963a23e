import { ensureBuilt } from './command.js';

/**
 * Builds the command once, before the first worker starts: two workers would write `dist/` at the
 * same time.
 */
export default ensureBuilt;
