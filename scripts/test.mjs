// npm test: installs what the tests need and proves the main things, the fast ones first. `npm run test:deep` has the
// rest, and `npm test -- all` both. Ends with one line of counts.
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { nodeProblem } from './requirements.mjs';
import { main, root, StepError, seconds, stopChildrenWithUs } from './steps.mjs';
import { format, lint, runSuites, sum, summary, tellFailures, types, vitest } from './suites.mjs';

/** Vitest projects that need what `npm start` would serve, in a real browser. */
async function inBrowser(...projects) {
  await ensureBuilt();
  return vitest(projects, { CHROMIUM_PATH: await ensureBrowser() });
}

const quick = [
  ['types, lint, format', async () => sum(await Promise.all([types(), lint(), format()]))],
  ['layers, tidiness, documents', () => vitest(['quality'])],
  ['units', () => vitest(['unit', 'unit-apps'])],
  ['simulated worlds, by seed', () => vitest(['sim'])],
  ['stores, on a real PostgreSQL', () => vitest(['store'])],
  ['main journeys, in a real browser', () => inBrowser('e2e')],
  ['screens in light, against their golden images', () => inBrowser('visual')],
];

const deep = [
  ['planted faults in simulated worlds; lives of a database', () => vitest(['sim-deep', 'store-deep'])],
  ['other journeys, kills, benches run small', () => inBrowser('e2e-deep', 'e2e-alone')],
  ['screens in dark, in Arabic, with long texts and by keyboard', () => inBrowser('visual-deep')],
];

const choices = { quick, deep, all: [...quick, ...deep] };

await main(async () => {
  const began = performance.now();
  const problem = nodeProblem(process.version);
  if (problem) throw new StepError(problem);
  const choice = process.argv[2] ?? 'quick';
  const suites = choices[choice];
  if (!suites) throw new StepError(`There is no choice "${choice}"; there are: ${Object.keys(choices).join(', ')}.`);
  process.chdir(root);
  stopChildrenWithUs();
  await ensureInstalled();
  const total = await runSuites(suites);
  tellFailures(total);
  console.log(`\nAll suites took ${seconds(began)}.`);
  console.log(summary(total));
  process.exit(total.failed > 0 ? 1 : 0);
});
