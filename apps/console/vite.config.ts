import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../../scripts/precompress.mjs';

const serverOrigin = process.env.CANDOR_API ?? 'http://localhost:8080';
/** Server of the API; the Host header of the page is kept, because the server compares it with Origin. */
const server = { target: serverOrigin };

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), precompress()],
  // The server replaces it with a new nonce in each answer.
  html: { cspNonce: 'CANDOR_CSP_NONCE' },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The libraries are one chunk, which is cached as long as they do not change.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // Times of plugins concern nobody who starts the program.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [{ name: 'libraries', test: /node_modules[\\/]/ }],
        },
      },
    },
  },
  server: {
    port: 5174,
    proxy: { '/api': server, '/files': server, '/.well-known': server },
  },
});
