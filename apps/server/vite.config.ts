import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

// One file of our own code; packages stay in node_modules, where their own files and binaries are.
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: [/^@candor\//], external: [...builtinModules] },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rollupOptions: { output: { format: 'es', entryFileNames: 'main.js' } },
  },
});
