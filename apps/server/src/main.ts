import { join } from 'node:path';
import { systemClock } from './adapters/clock/system-clock.ts';
import { keptLinks } from './adapters/keys/operator-file.ts';
import { createLog } from './adapters/log/pino-log.ts';
import { endQuietly, outputGoneCode } from './adapters/log/quiet-output.ts';
import { type Config, parseConfig, type Role } from './config.ts';
import { openToNetwork, requireSafe } from './config-production.ts';
import { commands, refuseUnknownOptions } from './maintenance.ts';
import type { Start } from './open-adapters.ts';
import { backupCommands } from './open-backup-commands.ts';
import { runDoctor } from './open-doctor.ts';
import { hedgeCommands } from './open-hedge-dry-run.ts';
import { openMetrics } from './open-metrics.ts';
import { receiptKeyCommands } from './open-receipt-key.ts';
import { requireConfirmed } from './open-restored.ts';
import { ExplainedError } from './ports/explained-error.ts';
import { FencedError } from './ports/journal.ts';
import { startCoreRole } from './start-core-role.ts';
import { startGatewayRole } from './start-gateway-role.ts';
import { startHedgerRole } from './start-hedger-role.ts';
import { startJobsRole } from './start-jobs-role.ts';
import { startMarketRole } from './start-market-role.ts';
import { startServer } from './start-server.ts';

/** Repository root, from `src` as well as from `dist`. */
const root = join(import.meta.dirname, '..', '..', '..');
const shutdownMaxMs = 15_000;
/** A process that has lost the lead has nothing left to finish. */
const fencedShutdownMaxMs = 2_000;
const repeatedSignalMs = 1_500;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Remedy to print for a start-up error; null if the error is a bug in Candor. */
function explain(error: Error & { code?: string }, config: Config | null): string | null {
  if (error instanceof ExplainedError) return error.message;
  if (error.code === 'EADDRINUSE') {
    return `Port ${config?.port ?? ''} is already in use. Stop the program that uses it, or choose another port: PORT=8081 npm start`;
  }
  return null;
}

/** Starts each role; it serves until `start.stops` are called. */
const roles: Readonly<Record<Role, (start: Start, root: string) => Promise<void>>> = {
  all: startServer,
  market: startMarketRole,
  core: startCoreRole,
  gateway: startGatewayRole,
  jobs: startJobsRole,
  hedger: startHedgerRole,
};

/** Returns the setting ROLE as the argument `--role=` gives it. */
function roleOf(args: readonly string[]): { ROLE?: string } {
  const given = args.find((one) => one.startsWith('--role='));
  return given === undefined ? {} : { ROLE: given.slice('--role='.length) };
}

const allCommands = { ...commands, ...backupCommands, ...hedgeCommands, ...receiptKeyCommands };

/** Settings that a command needs where there are several shards: it concerns all of them, or the main one. */
function shardedSettings({ SHARDS }: NodeJS.ProcessEnv): Record<string, string> {
  return Number(SHARDS ?? 1) > 1 ? { ROLE: 'core', SHARD: '0' } : {};
}

function readyText({ role, port }: Config): string {
  const address = `http://localhost:${port}`;
  return role === 'all' ? `Candor is ready at ${address}` : `Candor's ${role} role is ready at ${address}`;
}

/** Prints what the first operators need; in production only where it is, since output is often collected (R-CON-30). */
async function sayFirstLinks({ dataDir, isProduction }: Config): Promise<void> {
  const file = join(dataDir, 'operator.txt');
  const links = await keptLinks(file);
  if (links.length === 0) return;
  say(
    isProduction ? `The first operator's link is in ${file}` : ['Operators begin here, once:', ...links].join('\n  '),
  );
}

/** `npm run doctor`: exit code 0 if all is well, 1 if something was found, 2 if it could not run (R-RUN-81). */
async function doctor(): Promise<void> {
  try {
    refuseUnknownOptions('--doctor', process.argv.slice(2));
    process.exitCode = await runDoctor({ ...process.env, ...roleOf(process.argv) }, root, say);
  } catch (error) {
    // The message alone: it is one of Candor's own, or names a system call.
    say(`Candor's doctor could not run: ${(error as Error).message}`);
    process.exitCode = 2;
  }
}

async function main(): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  let config: Config | null = null;
  let isStopping = false;
  let stoppingSinceMs = 0;
  const stop = (code: number, withinMs = shutdownMaxMs): void => {
    if (isStopping) {
      // Under npm one Ctrl-C arrives twice; a later one means that the person will not wait.
      if (systemClock.monotonicMs() - stoppingSinceMs > repeatedSignalMs) process.exit(1);
      return;
    }
    isStopping = true;
    stoppingSinceMs = systemClock.monotonicMs();
    process.exitCode = code;
    setTimeout(() => process.exit(1), withinMs).unref();
    stopAll(stops).then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  const fail = (error: Error): void => {
    say(`Candor cannot go on: ${error.message}`);
    stop(1, error instanceof FencedError ? fencedShutdownMaxMs : shutdownMaxMs);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
  process.on('uncaughtException', fail);
  endQuietly([process.stdout, process.stderr], { end: () => stop(outputGoneCode), fail });
  if (process.argv.includes('--doctor')) {
    await doctor();
    return;
  }
  try {
    const [flag, command] = Object.entries(allCommands).find(([one]) => process.argv.includes(one)) ?? [];
    if (flag !== undefined) refuseUnknownOptions(flag, process.argv.slice(2), command);
    const sharded = flag === undefined ? {} : shardedSettings(process.env);
    config = parseConfig({ ...sharded, ...process.env, ...roleOf(process.argv) }, root);
    requireSafe(config);
    const log = createLog(config.logLevel);
    const shared = { config, log, say, fail, stops };
    if (command !== undefined) {
      stop(await command.run({ ...shared, metrics: { add: () => undefined } }));
      return;
    }
    requireConfirmed(config.dataDir);
    const { metrics, port } = await openMetrics(shared);
    const start = { ...shared, metrics };
    await roles[config.role](start, root);
    say(readyText(config));
    await sayFirstLinks(config);
    if (port !== null) say(`Metrics are at http://${config.metricsHost}:${port}/metrics`);
    const warning = openToNetwork(config);
    if (warning === null) return;
    say(warning);
    log.warn({ host: config.host, port: config.port }, 'plain HTTP is open to the network');
  } catch (error) {
    say(explain(error as Error, config) ?? `Candor could not start.\n${(error as Error).stack ?? String(error)}`);
    stop(1);
  }
}

/** Calls the functions in reverse order, each after the one before it. */
async function stopAll(stops: (() => Promise<void>)[]): Promise<void> {
  for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
}

await main();
