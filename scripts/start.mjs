// npm start: from a clean clone to a running Candor. Installs and builds only what has changed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { hostToListenOn, nodeProblem, portProblem } from './requirements.mjs';
import { dropRepeatedSignals, main, root, StepError, stopChildrenWithUs } from './steps.mjs';

await main(async () => {
  // The same defaults as the server's: see "Settings" in the README.
  const port = Number(process.env.PORT || 8080);
  const host = await hostToListenOn(process.env.HOST);
  // Checked before the long part.
  // A command like --audit runs instead of the server and opens no port.
  const isListening = process.argv.slice(2).every((one) => one.startsWith('--role='));
  const problem = nodeProblem(process.version) ?? (isListening ? await portProblem(port, host) : null);
  if (problem) throw new StepError(problem);

  process.chdir(root);
  const release = stopChildrenWithUs();
  await ensureInstalled();
  await ensureBuilt();
  release();
  dropRepeatedSignals();

  const server = join(root, 'apps', 'server', 'dist', 'main.js');
  if (!existsSync(server)) throw new StepError(`The build left no ${server}.`);
  process.env.NODE_ENV ??= 'production';
  process.env.HOST = host;
  // In this process, so that signals and the exit code pass directly.
  await import(pathToFileURL(server).href);
});
