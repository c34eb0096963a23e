import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `vite build src/dashboard` builds the page and its files, which the façade serves at `/` and `/dashboard/assets/`. */
export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // The page's Content-Security-Policy forbids data: URLs.
    assetsInlineLimit: 0,
    // A single chunk needs no preloading.
    modulePreload: false,
    reportCompressedSize: true,
  },
});
