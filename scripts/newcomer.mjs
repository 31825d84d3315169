// node scripts/newcomer.mjs [start|units|all] [--node 24.11.1] [--user NAME]: does what a newcomer does, in a fresh clone
// of the last commit with an empty home: `npm ci`, `npm start` until it answers, then tests.
//   start  no tests (default)       units  the unit suites       all  the whole `npm test`
//   --node VERSION  runs on that Node, from the npm package `node`      --user NAME  as that user (only root can)
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { endQuietly } from './quiet-pipe.mjs';
import { main, root, StepError, seconds } from './steps.mjs';

endQuietly();

const readyWithinMs = 300_000;
const tests = {
  start: [],
  units: [['npm', 'run', 'check', 'unit']],
  all: [['npm', 'test']],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { node: { type: 'string' }, user: { type: 'string' } },
});

await main(async () => {
  const wanted = tests[positionals[0] ?? 'start'];
  if (wanted === undefined) throw new StepError(`There is no choice "${positionals[0]}".`);
  const folder = mkdtempSync(join(tmpdir(), 'candor-newcomer-'));
  try {
    const began = performance.now();
    step('git clone', ['git', 'clone', '--quiet', '--no-hardlinks', root, join(folder, 'candor')]);
    const place = prepare(folder);
    step('npm ci', ['npm', 'ci', '--no-audit', '--no-fund'], place);
    await startAndStop(place);
    for (const command of wanted) step(command.join(' '), command, place);
    console.log(`A newcomer is through after ${seconds(began)}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Makes the home and finds the Node; returns how commands are run there. */
function prepare(folder) {
  const home = join(folder, 'home');
  mkdirSync(home);
  let bin = dirname(process.execPath);
  if (values.node !== undefined) {
    const tools = join(folder, 'node');
    mkdirSync(tools);
    step(`Node ${values.node}`, [
      'npm',
      'install',
      '--prefix',
      tools,
      '--no-audit',
      '--no-fund',
      `node@${values.node}`,
    ]);
    bin = join(tools, 'node_modules', 'node', 'bin');
  }
  chmodSync(folder, 0o755);
  const env = { HOME: home, PATH: `${bin}:${process.env.PATH}`, LANG: 'C.UTF-8', TMPDIR: folder };
  for (const name of ['CHROMIUM_PATH', 'npm_config_registry', 'NODE_EXTRA_CA_CERTS'])
    if (process.env[name] !== undefined) env[name] = process.env[name];
  return { cwd: join(folder, 'candor'), env, ...identityOf(folder) };
}

/** Returns the ids of the user to run as, who owns the folder. */
function identityOf(folder) {
  if (values.user === undefined) return {};
  const id = (flag) => Number(spawnSync('id', [flag, values.user], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  spawnSync('chown', ['-R', `${uid}:${gid}`, folder]);
  return { uid, gid };
}

function step(title, [command, ...args], options = {}) {
  const began = performance.now();
  console.log(`${title} …`);
  const { status } = spawnSync(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new StepError(`${title} failed for a newcomer.`);
  console.log(`  ${title}: done in ${seconds(began)}`);
}

/** Runs `npm start` until it answers, then stops it as Ctrl-C does. */
async function startAndStop(place) {
  const began = performance.now();
  const port = await freePort();
  const env = { ...place.env, PORT: String(port), DATA_DIR: join(place.cwd, 'data') };
  const child = spawn('npm', ['start'], { ...place, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new StepError('npm start ended for a newcomer.');
    if (performance.now() - began > readyWithinMs) {
      process.kill(-child.pid, 'SIGKILL');
      throw new StepError('npm start did not answer in time for a newcomer.');
    }
  }
  console.log(`  npm start: answers after ${seconds(began)}`);
  process.kill(-child.pid, 'SIGINT');
  await ended;
}

async function answers(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return false;
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
