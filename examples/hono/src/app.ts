import { Hono } from 'hono';
import type { Facade } from 'partner-graphql';

/** The façade inside a Hono application. It serves its own paths, and Hono every other one. */
export function createHonoApp(facade: Facade): Hono {
  const app = new Hono();
  app.get('/hello', (context) => context.text('Hello.\n'));
  for (const path of ['/graphql', '/health/live', '/health/ready', '/metrics'])
    app.all(path, (context) => facade.fetch(context.req.raw));
  return app;
}
