// npm run dev: the server from its sources, restarted on change, and web and console with hot reload, proxied to it.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endQuietly } from './quiet-pipe.mjs';
import { hostToListenOn, nodeProblem, portProblem } from './requirements.mjs';
import { main, root, StepError } from './steps.mjs';

endQuietly();

const port = Number(process.env.PORT || 8080);
const webPort = Number(process.env.WEB_PORT || 5173);
let server;
const apps = new Map([
  ['web', webPort],
  ['console', webPort + 1],
]);
let webs = [];
let isStopping = false;

function startServer() {
  const args = ['--import', 'tsx', join('apps', 'server', 'src', 'main.ts')];
  server = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development', PORT: String(port) },
  });
  server.once('exit', (code) => {
    server = undefined;
    if (!isStopping && code) console.log('The server ended; it starts again when a source changes.');
  });
}

/** Waits until the old server has released the port and the data folder. */
function restartServer() {
  if (!server) return startServer();
  server.once('exit', () => !isStopping && startServer());
  return server.kill('SIGTERM');
}

function watchSources() {
  let timer;
  for (const folder of ['apps/server/src', 'packages']) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (!name || name.endsWith('.test.ts') || !/\.(ts|sql|json)$/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(restartServer, 200);
    });
  }
}

function startWebs() {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, CANDOR_API: `http://localhost:${port}` };
  webs = [...apps].map(([app, appPort]) =>
    spawn(process.execPath, [vite, '--port', String(appPort), '--host'], {
      cwd: join(root, 'apps', app),
      stdio: 'inherit',
      env,
    }),
  );
}

function stop() {
  isStopping = true;
  for (const web of webs) web.kill('SIGTERM');
  if (!server) process.exit(0);
  server.once('exit', () => process.exit(0));
  server.kill('SIGTERM');
}

await main(async () => {
  const problem = nodeProblem(process.version) ?? (await portProblem(port, await hostToListenOn(process.env.HOST)));
  if (problem) throw new StepError(problem);
  await ensureInstalled();
  // The server serves the built pages on its own port; web and console with hot reload have ports of their own.
  await ensureBuilt();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  startServer();
  startWebs();
  watchSources();
});
