import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The façade and the credential: environment, or the demo. Vite gives the page only variables that
 * begin with `VITE_`.
 */
const facade = new URL(process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql');
const credential = process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

export default defineConfig({
  plugins: [react()],
  server: {
    host: '127.0.0.1',
    port: Number(process.env['PORT'] ?? 5173),
    // The page sends its queries to this server, which adds the credential: the browser never has
    // it.
    proxy: {
      '^/graphql$': {
        target: facade.origin,
        changeOrigin: true,
        rewrite: () => facade.pathname,
        headers: { authorization: `Bearer ${credential}` },
      },
    },
  },
});
