import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `vite build src/dashboard`: the page and its files, which the façade serves at `/` and `/dashboard/assets/`. */
export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy knows no data: addresses, and one page needs no preloading of further ones.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: true,
  },
});
