import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../../scripts/precompress.mjs';

const serverOrigin = process.env.CANDOR_API ?? 'http://localhost:8080';
/** Keeps the page's Host header, which the server compares with its Origin. */
const server = { target: serverOrigin };

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), precompress()],
  // The server puts a fresh one in its place each time it sends the page.
  html: { cspNonce: 'CANDOR_CSP_NONCE' },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The libraries of the operators' desk are large, and loaded once.
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
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
