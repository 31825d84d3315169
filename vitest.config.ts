import { defineConfig } from 'vitest/config';

const stores = '**/*.store.test.ts';
const node = { environment: 'node', setupFiles: ['testkit/end-with-runner.ts'] };
/** Files of one worker share their modules, globals and clock. */
const shared = { ...node, isolate: false, setupFiles: [...node.setupFiles, 'testkit/restored-globals.ts'] };

/** Campaigns of kills under a stream of orders; they run beside each other alone. */
const alone = ['cluster-faults', 'kill', 'two-servers'].map((name) => `e2e/journeys/${name}.test.ts`);

/**
 * Journeys of `npm test`: from opening the app to a closed order, from registering to money paid in and out. The others
 * belong to `npm run test:deep`, like every project named deep.
 */
const mainJourneys = [
  'console-money',
  'deposits',
  'first-load',
  'first-order',
  'identity',
  'receipt',
  'verification',
  'withdrawals',
].map((name) => `e2e/journeys/${name}.test.ts`);
const longSimulations = [
  'sim/mutants/**/*.test.ts',
  'sim/sabotage.test.ts',
  'sim/captcha.test.ts',
  'bench/year.test.ts',
];
const databaseLifecycles = ['apps/server/src/adapters/postgres/embedded/*.store.test.ts'];
/** Each scene in light belongs to `npm test`; dark, Arabic and the larger texts are deep. */
const scenes = 'e2e/visual/*-scenes.test.ts';
const aboutScenes = ['scene-coverage', 'image-difference', 'waiting-close', 'typed-figures'].map(
  (name) => `e2e/visual/${name}.test.ts`,
);
/** Tests of benches that need no product: the files that each kind of command enters, the model of costs, a picture. */
const walks = ['bench/engine-walk.test.ts', 'bench/cost-model.test.ts', 'bench/flame-picture.test.ts'];
/** Compares the mutants of the simulator with the source, so that a rename fails in the quick check. */
const places = 'sim/mutant-places.test.ts';
/** A sample of its scenes belongs to `npm test`, all of them to the deep suite. */
const gallery = 'e2e/gallery/*.test.ts';

// Polls wait for a state of a screen or a server; speed has benches of its own.
const patient = { poll: { timeout: 15_000 } };
// The driver of the browser is slow to load: once per worker, as files keep no state in modules.
const inBrowser = { ...node, isolate: false, expect: patient };
const journeys = { ...inBrowser, testTimeout: 120_000, hookTimeout: 120_000 };
const screens = { ...inBrowser, testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2 };
const besideEachOther = { globalSetup: ['testkit/postgres-server.ts'], maxWorkers: 2 };
const journeyServers = { globalSetup: ['testkit/journey-servers.ts'], maxWorkers: 2 };
const storeTests = { ...node, ...besideEachOther, expect: patient, testTimeout: 60_000, hookTimeout: 60_000 };
const worlds = { ...node, testTimeout: 60_000, maxWorkers: 2 };

export default defineConfig({
  test: {
    projects: [
      // Pure code keeps no state between files, so they may share one module graph.
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts'],
          pool: 'threads',
          testTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...shared,
          name: 'unit-apps',
          expect: patient,
          include: ['apps/*/src/**/*.test.{ts,tsx}', 'tools/*/*.test.ts'],
          exclude: [stores],
          testTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...storeTests,
          name: 'store',
          include: [`apps/*/src/${stores}`, `testkit/${stores}`],
          exclude: databaseLifecycles,
          // Loading the server for every file would take longer than the tests.
          isolate: false,
        },
      },
      { test: { ...storeTests, name: 'store-deep', include: databaseLifecycles } },
      // Each world replaces the timers of its thread, so every file has a process of its own.
      { test: { ...worlds, name: 'sim', include: ['sim/**/*.test.ts'], exclude: [...longSimulations, places] } },
      { test: { ...worlds, name: 'sim-deep', include: longSimulations } },
      { test: { ...node, name: 'quality', include: ['quality/**/*.test.ts', ...walks, places], testTimeout: 120_000 } },
      // Files share one product, each with its own accounts or company, so two run at a time.
      { test: { ...journeys, ...journeyServers, name: 'e2e', include: mainJourneys } },
      {
        test: {
          ...journeys,
          ...journeyServers,
          name: 'e2e-deep',
          include: ['e2e/journeys/**/*.test.ts', 'e2e/faults/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...alone, ...mainJourneys, ...longSimulations, ...walks],
        },
      },
      { test: { ...journeys, name: 'e2e-alone', include: alone, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      { test: { ...screens, name: 'visual', include: [scenes, ...aboutScenes, gallery], env: { SCENES: 'light' } } },
      {
        test: {
          ...screens,
          name: 'visual-deep',
          include: ['e2e/visual/**/*.test.ts', gallery],
          exclude: aboutScenes,
          env: { SCENES: 'others' },
        },
      },
    ],
  },
});
