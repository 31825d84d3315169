// npm run cluster: every role in processes of its own on this machine. Installs and builds only what has changed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { main, root, stopChildrenWithUs } from './steps.mjs';

await main(async () => {
  process.chdir(root);
  const release = stopChildrenWithUs();
  await ensureInstalled();
  await ensureBuilt();
  release();
  const args = ['--import', 'tsx', join('testkit', 'run-cluster.ts'), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  // The terminal sends Ctrl-C to both; the child stops its members and ends first.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  process.exitCode = code ?? 1;
});
