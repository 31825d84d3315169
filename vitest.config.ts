import { defineConfig } from 'vitest/config';

const stores = '**/*.store.test.ts';
const node = { environment: 'node' } as const;

export default defineConfig({
  test: {
    projects: [
      // Pure code keeps no state between files, so they may share one module graph.
      {
        test: {
          ...node,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts'],
          isolate: false,
          pool: 'threads',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...node,
          name: 'unit-apps',
          include: ['apps/*/src/**/*.test.{ts,tsx}', 'tools/*/*.test.ts'],
          exclude: [stores],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...node,
          name: 'store',
          include: [`apps/*/src/${stores}`, `testkit/${stores}`],
          globalSetup: ['testkit/postgres-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      // Each world takes over the timers of its thread, so one file after another has a process of its own.
      { test: { ...node, name: 'sim', include: ['sim/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { ...node, name: 'quality', include: ['quality/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['e2e/journeys/**/*.test.ts', 'e2e/faults/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: ['testkit/postgres-server.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...node,
          name: 'visual',
          include: ['e2e/visual/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
