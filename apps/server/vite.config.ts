import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

// One file of our own code for each process; packages stay in node_modules, where their own files and binaries are.
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: [/^@candor\//], external: [...builtinModules] },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rollupOptions: {
      // The second is a process of its own, the others run in threads; all are started by the first.
      input: {
        main: 'src/main.ts',
        'image-worker': 'src/adapters/images/image-worker.ts',
        'main-worker': 'src/main-worker.ts',
        'archive-thread': 'src/archive-thread.ts',
        'feed-thread': 'src/feed-thread.ts',
        'backup-thread': 'src/backup-thread.ts',
        'projector-thread': 'src/projector-thread.ts',
        'snapshot-thread': 'src/snapshot-thread.ts',
        'log-thread': 'src/log-thread.ts',
        'nightly-thread': 'src/nightly-thread.ts',
      },
      output: { format: 'es', entryFileNames: '[name].js' },
    },
  },
});
