import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { languages } from '../../packages/contracts/src/languages.ts';
import { appShell, textsOf } from '../../scripts/app-shell.mjs';
import { precompress } from '../../scripts/precompress.mjs';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };
const serverOrigin = process.env.CANDOR_API ?? 'http://localhost:8080';
/** Keeps the page's Host header, which the server compares with its Origin. */
const server = { target: serverOrigin };

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

/** Styles of the shared parts come with the first sheet; those of a screen come with the screen. */
const sharedStyles = /\/src\/ui\/[\w-]+\.module\.css/;

/** Every module that the app starts with. */
const start = new Set<string>();

/**
 * The first load has few files: a browser fetches six at once, and each further one costs a round trip
 * before the first screen.
 */
function firstLoad(): Plugin {
  return {
    name: 'candor:first-load',
    apply: 'build',
    buildEnd() {
      const waiting = [...this.getModuleIds()].filter((id) => id.endsWith('/src/main.tsx'));
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (start.has(id)) continue;
        start.add(id);
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  // Version shown in the settings.
  define: { CANDOR_VERSION: JSON.stringify(version) },
  plugins: [react(), countryFlags(), firstLoad(), appShell(languages), precompress()],
  css: {
    modules: { generateScopedName: (name, file) => `${basename(file.split('?')[0] ?? file, '.module.css')}_${name}` },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Times of plugins concern nobody who starts the program.
      checks: { bundlerTimings: false },
      output: {
        chunkFileNames: (chunk) => `assets/${textsOf(chunk) ?? '[name]'}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
            { name: 'libraries', test: /node_modules[\\/](?:@tanstack|zustand)/ },
            { name: 'chart', test: /node_modules[\\/]klinecharts[\\/]/ },
            { name: 'app', test: (id) => start.has(id) || sharedStyles.test(id) },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/.well-known': server,
      '/app.webmanifest': server,
      '/manifest.json': server,
      '/v1': { ...server, ws: true },
    },
  },
  preview: {
    proxy: {
      '/api': server,
      '/.well-known': server,
      '/app.webmanifest': server,
      '/manifest.json': server,
      '/v1': { ...server, ws: true },
    },
  },
});
