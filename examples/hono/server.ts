import { Hono } from 'hono';
// In a project of your own: from 'partner-graphql'.
import type { Facade } from '../../src/facade.js';

/** The façade inside a Hono application; it serves its own addresses, and Hono every other one. */
export function createHonoApp(facade: Facade): Hono {
  const app = new Hono();
  app.get('/hello', (context) => context.text('Hello.\n'));
  for (const path of ['/graphql', '/health/live', '/health/ready', '/metrics'])
    app.all(path, (context) => facade.fetch(context.req.raw));
  return app;
}
