import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed, documentText } from './build/plugin.js';

/** What the page starts with is one file, and what several of the later parts need is another. */
const groups = [
  { name: 'page', tags: ['$initial' as const] },
  { name: 'shared', minShareCount: 2 },
];

/**
 * `vite build src/dashboard` builds the page and its files, which the façade serves at `/` and
 * `/dashboard/assets/`.
 */
export default defineConfig({
  base: '/dashboard/',
  // What wouter takes from a package for old versions, React has itself.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [documentText(), react(), compressed()],
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // The page's Content-Security-Policy forbids data: URLs.
    assetsInlineLimit: 0,
    // Every browser that can run the page knows how.
    modulePreload: { polyfill: false },
    // One file of ten kilobytes: no view appears before its style.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
    reportCompressedSize: false,
  },
});
