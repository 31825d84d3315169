import { defineConfig } from 'vitest/config';

const stores = '**/*.store.test.ts';
const node = { environment: 'node' } as const;

/** What runs against the clock of the market or under a stream of orders: nothing else takes its processor meanwhile. */
const alone = ['e2e/journeys/kill.test.ts', 'e2e/journeys/replay.test.ts'];

// Somebody waits for a screen, not for a figure of its speed.
const patient = { poll: { timeout: 15_000 } };
// Files keep nothing in modules, and a browser's driver is slow to load: once a worker, not once a file.
const inBrowser = { ...node, isolate: false, expect: patient };
const journeys = { ...inBrowser, testTimeout: 120_000, hookTimeout: 120_000 };

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
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...node,
          name: 'unit-apps',
          include: ['apps/*/src/**/*.test.{ts,tsx}', 'tools/*/*.test.ts'],
          exclude: [stores],
          // Whoever puts something in place of a global or of time takes it away again.
          isolate: false,
          testTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...node,
          name: 'store',
          include: [`apps/*/src/${stores}`, `testkit/${stores}`],
          globalSetup: ['testkit/postgres-server.ts'],
          // Loading the server anew for every file would take longer than its tests.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      // Each world takes over the timers of its thread, so every file has a process of its own.
      { test: { ...node, name: 'sim', include: ['sim/**/*.test.ts'], testTimeout: 60_000, maxWorkers: 2 } },
      { test: { ...node, name: 'quality', include: ['quality/**/*.test.ts'], testTimeout: 120_000 } },
      // Each file has a program or a server of its own, with its port, folder and database, so two run side by side.
      {
        test: {
          ...journeys,
          name: 'e2e',
          include: ['e2e/journeys/**/*.test.ts', 'e2e/faults/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: alone,
          globalSetup: ['testkit/postgres-server.ts'],
          maxWorkers: 2,
        },
      },
      { test: { ...journeys, name: 'e2e-alone', include: alone, fileParallelism: false, sequence: { groupOrder: 1 } } },
      {
        test: {
          ...inBrowser,
          name: 'visual',
          include: ['e2e/visual/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
