import { serve } from '@hono/node-server';
import { createFacade } from 'partner-graphql';
import { createHonoApp } from './app.js';

const partnerApiUrl = process.argv[2] ?? process.env['PARTNER_API_URL'] ?? 'http://127.0.0.1:8080';
const app = createHonoApp(createFacade({ partnerApiUrl }));

serve(
  { fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000), hostname: '127.0.0.1' },
  ({ port }) => console.log(`http://127.0.0.1:${port}/graphql`),
);
