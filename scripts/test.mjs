// npm test: installs what the tests need and runs all of them, the fast ones first. Ends with one line of counts.
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { nodeProblem } from './requirements.mjs';
import { main, root, StepError, seconds, stopChildrenWithUs } from './steps.mjs';
import { format, lint, runSuites, sum, summary, tellFailures, types, vitest } from './suites.mjs';

/** The journeys run against what `npm start` would serve, in a real browser. */
async function journeys() {
  await ensureBuilt();
  return vitest(['e2e', 'e2e-alone'], { CHROMIUM_PATH: await ensureBrowser() });
}

/** The built web against the golden images of its screens, in the same browser. */
async function screens() {
  await ensureBuilt();
  return vitest(['visual'], { CHROMIUM_PATH: await ensureBrowser() });
}

await main(async () => {
  const began = performance.now();
  const problem = nodeProblem(process.version);
  if (problem) throw new StepError(problem);
  process.chdir(root);
  stopChildrenWithUs();
  await ensureInstalled();
  const total = await runSuites([
    ['types, lint, format', async () => sum(await Promise.all([types(), lint(), format()]))],
    ['layers, tidiness, documents', () => vitest(['quality'])],
    ['units', () => vitest(['unit', 'unit-apps'])],
    ['simulated worlds, by seed', () => vitest(['sim'])],
    ['stores, on a real PostgreSQL', () => vitest(['store'])],
    ['journeys, in a real browser', journeys],
    ['screens, against their golden images', screens],
  ]);
  tellFailures(total);
  console.log(`\nAll suites took ${seconds(began)}.`);
  console.log(summary(total));
  process.exit(total.failed > 0 ? 1 : 0);
});
