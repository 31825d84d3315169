// npm run check: the fast suites, before a commit. `node scripts/check.mjs types` runs only the suites named.
import { ensureInstalled } from './install.mjs';
import { endQuietly } from './quiet-pipe.mjs';
import { main, root, StepError, stopChildrenWithUs } from './steps.mjs';
import { format, lint, runSuites, summary, types, vitest } from './suites.mjs';

endQuietly();

const suites = {
  types,
  lint,
  format,
  quality: (context) => vitest(context, ['quality']),
  unit: (context) => vitest(context, ['unit', 'unit-apps']),
};

await main(async () => {
  process.chdir(root);
  stopChildrenWithUs();
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !(name in suites));
  if (unknown) throw new StepError(`There is no suite "${unknown}"; there are: ${Object.keys(suites).join(', ')}.`);
  await ensureInstalled();
  const total = await runSuites(
    Object.entries(suites).filter(([name]) => wanted.length === 0 || wanted.includes(name)),
  );
  console.log(`\n${summary(total)}`);
  process.exit(total.failed > 0 ? 1 : 0);
});
