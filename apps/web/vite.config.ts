import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from '../../scripts/precompress.mjs';

const serverOrigin = process.env.CANDOR_API ?? 'http://localhost:8080';

/** Every country's flag at `flags/<code>.svg`, for the list of dialling codes; those in `public` come first. */
function countryFlags(): Plugin {
  const folder = join(dirname(createRequire(import.meta.url).resolve('circle-flags/package.json')), 'flags');
  const pattern = /^\/flags\/([a-z]{2}\.svg)$/;
  return {
    name: 'candor:country-flags',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = pattern.exec(request.url ?? '')?.[1];
        if (name === undefined) return next();
        response.setHeader('content-type', 'image/svg+xml');
        readFile(join(folder, name)).then((svg) => response.end(svg), next);
      });
    },
    async generateBundle() {
      const own = new Set(await readdir(join(import.meta.dirname, 'public', 'flags')));
      const names = (await readdir(folder)).filter((name) => pattern.test(`/flags/${name}`) && !own.has(name));
      for (const name of names) {
        this.emitFile({ type: 'asset', fileName: `flags/${name}`, source: await readFile(join(folder, name)) });
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), countryFlags(), precompress()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
            { name: 'libraries', test: /node_modules[\\/](?:@tanstack|zustand)/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': serverOrigin,
      '/.well-known': serverOrigin,
      '/v1': { target: serverOrigin, ws: true },
    },
  },
  preview: {
    proxy: {
      '/api': serverOrigin,
      '/.well-known': serverOrigin,
      '/v1': { target: serverOrigin, ws: true },
    },
  },
});
