// npm test: installs what the tests need and proves the main things. `npm run test:deep` has the rest, and
// `npm test -- all` both. Ends with one line of counts.
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endQuietly } from './quiet-pipe.mjs';
import { nodeProblem } from './requirements.mjs';
import { main, root, StepError, seconds, stopChildrenWithUs } from './steps.mjs';
import { format, lint, runSuites, sum, summary, tellFailures, types, vitest } from './suites.mjs';

endQuietly();

/** Two suites at a time: where one waits for a browser, a database or a clock, the other has the processor. */
const lanes = 2;

const projects =
  (...names) =>
  (context) =>
    vitest(context, names);

/** Projects that need the built product and a real browser. */
const inBrowser =
  (...names) =>
  async (context) =>
    vitest(context, names, { CHROMIUM_PATH: (await prepared()).browser });

let preparing = null;

/** Builds and looks for the browser once, whichever suite needs it first. */
function prepared() {
  preparing ??= ensureBuilt().then(async () => ({ browser: await ensureBrowser() }));
  return preparing;
}

const quick = [
  ['types, lint, format', async (context) => sum(await Promise.all([types, lint, format].map((one) => one(context))))],
  ['main journeys, in a real browser', inBrowser('e2e')],
  ['layers, tidiness, documents', projects('quality')],
  ['units', projects('unit', 'unit-apps')],
  ['stores, on a real PostgreSQL', projects('store')],
  ['screens in light, against their golden images', inBrowser('visual')],
  ['simulated worlds, by seed', projects('sim')],
];

const deep = [
  ['other journeys, benches run small', inBrowser('e2e-deep')],
  ['screens in dark, in Arabic, with long texts and by keyboard', inBrowser('visual-deep')],
  ['planted faults in simulated worlds; lifecycles of a database', projects('sim-deep', 'store-deep')],
];

/** Under a stream of orders, with limits on the time of a change of the leader: nothing else may take the processor. */
const alone = [['kills under load, of one server and of two', inBrowser('e2e-alone')]];

const choices = { quick: [quick, []], deep: [deep, alone], all: [[...quick, ...deep], alone] };

await main(async () => {
  const began = performance.now();
  const problem = nodeProblem(process.version);
  if (problem) throw new StepError(problem);
  const choice = process.argv[2] ?? 'quick';
  if (!(choice in choices))
    throw new StepError(`There is no choice "${choice}"; there are: ${Object.keys(choices).join(', ')}.`);
  const [besideEachOther, afterwards] = choices[choice];
  process.chdir(root);
  stopChildrenWithUs();
  await ensureInstalled();
  const total = sum([await runSuites(besideEachOther, lanes), await runSuites(afterwards)]);
  tellFailures(total);
  console.log(`\nAll suites took ${seconds(began)}.`);
  console.log(summary(total));
  process.exit(total.failed > 0 ? 1 : 0);
});
